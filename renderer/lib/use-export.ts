import { ref, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { Result } from '#shared/result.ts'
import type { ExportFormat } from '#shared/exports/export.ts'
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
  let retry = (): Promise<boolean> => Promise.resolve(false)

  /**
   * Makes a file and saves it; does nothing while another is under way or there is nothing to save. True once the file is
   * exported.
   */
  const run = async (make: () => Made): Promise<boolean> => {
    if (busy.value) return false
    const made = make()
    if (made === null) return false
    retry = () => run(make)
    busy.value = true
    exported.value = null
    problem.value = null
    const file = await made
    const result = file.ok ? await exportFile(client, file.value) : file
    busy.value = false
    if (result.ok) exported.value = result.value
    else problem.value = result.error
    return result.ok && result.value !== null
  }
  /** `retry` repeats the last one. */
  return { busy, exported, problem, run, retry: () => retry() }
}

export type Exporting = ReturnType<typeof useExport>

type TableFormat = Extract<ExportFormat, 'csv' | 'json'>

/** {@link useExport} for the tables of `make` in either format. */
export const useTableExport = (make: (format: TableFormat) => Made) => {
  const { run, ...exporting } = useExport()
  /** The format requested last. */
  const asked = ref<TableFormat>('csv')
  const save = (format: TableFormat): Promise<boolean> => {
    if (!exporting.busy.value) asked.value = format
    return run(() => make(format))
  }
  return { ...exporting, asked, save }
}

export type TableExporting = ReturnType<typeof useTableExport>
