import { ref, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { Result } from '#shared/result.ts'
import type { ExportFormat } from '#shared/report/export.ts'
import { useClient } from '../ipc/client.ts'
import { exportFile, type Exported, type FileToExport } from './export-file.ts'

/** A file, or null if there is nothing to save. */
type Made = Promise<Result<FileToExport>> | Result<FileToExport> | null

/** For one place on a screen that saves files; `ui/export-state.vue` shows the result. */
export const useExport = () => {
  const client = useClient()
  const busy = ref(false)
  /** `null` before the first one, and if the person canceled. */
  const exported = shallowRef<Exported>(null)
  const problem = shallowRef<AppError | null>(null)
  let last: () => Made = () => null

  /** Makes a file and saves it; does nothing while another is under way or there is nothing to save. */
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
  /** `retry` repeats the last one. */
  return { busy, exported, problem, run, retry: () => run(last) }
}

export type Exporting = ReturnType<typeof useExport>

type TableFormat = Extract<ExportFormat, 'csv' | 'json'>

/** {@link useExport} for the tables of `make` in either format. */
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
