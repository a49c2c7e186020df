import { ref, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { Result } from '#shared/result.ts'
import type { ExportFormat } from '#shared/report/export.ts'
import { useClient } from '../ipc/client.ts'
import { exportFile, type Exported, type FileToExport } from './export-file.ts'

/** A file to save; null if there is none. */
type Made = Promise<Result<FileToExport>> | Result<FileToExport> | null

/** Runs the exports of one part of a screen; `ui/export-state.vue` shows the result. */
export const useExport = () => {
  const client = useClient()
  const busy = ref(false)
  /** `null` before the first export, and after a canceled one. */
  const exported = shallowRef<Exported>(null)
  const problem = shallowRef<AppError | null>(null)
  let last: () => Made = () => null

  /** Makes a file and saves it. Does nothing while another export runs, or if there is nothing to save. */
  const run = async (make: () => Made) => {
    if (busy.value) return
    const made = make()
    if (made === null) return
    last = make
    busy.value = true
    exported.value = null
    problem.value = null
    const file = await made
    const result = file.ok ? await exportFile(client, file.value) : file
    busy.value = false
    if (result.ok) exported.value = result.value
    else problem.value = result.error
  }
  /** `retry` repeats the last export. */
  return { busy, exported, problem, run, retry: () => run(last) }
}

export type Exporting = ReturnType<typeof useExport>

type TableFormat = Extract<ExportFormat, 'csv' | 'json'>

/** Like {@link useExport}, for the tables that `make` returns, as CSV or JSON. */
export const useTableExport = (make: (format: TableFormat) => Made) => {
  const { run, ...exporting } = useExport()
  /** The format requested last. */
  const asked = ref<TableFormat>('csv')
  const save = (format: TableFormat) => {
    if (!exporting.busy.value) asked.value = format
    return run(() => make(format))
  }
  return { ...exporting, asked, save }
}

export type TableExporting = ReturnType<typeof useTableExport>
