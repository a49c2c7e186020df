import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import { ok, type Result } from '#shared/result.ts'
import type { ExportFormat } from '#shared/exports/export.ts'
import { useClient } from '../ipc/client.ts'
import { exportFile, type Exported, type FileToExport } from './export-file.ts'

/** A file, or null if there is nothing to save. */
type Made = Promise<Result<FileToExport>> | Result<FileToExport> | null

/** State of a screen's last saved file. */
export interface Exporting {
  readonly busy: Readonly<Ref<boolean>>
  /** `null` before the first one, and if the person canceled. */
  readonly exported: Readonly<ShallowRef<Exported>>
  readonly problem: Readonly<ShallowRef<AppError | null>>
  /** Makes a file and saves it; does nothing while another is under way. True once the file is exported. */
  readonly run: (make: () => Made) => Promise<boolean>
  /** Repeats the last one. */
  readonly retry: () => Promise<boolean>
}

/** For one place on a screen that saves files; `ui/export-state.vue` shows the result. */
export const useExport = (): Exporting => {
  const client = useClient()
  const busy = ref(false)
  const exported = shallowRef<Exported>(null)
  const problem = shallowRef<AppError | null>(null)
  let retry = (): Promise<boolean> => Promise.resolve(false)

  const run: Exporting['run'] = async (make) => {
    if (busy.value) return false
    retry = () => run(make)
    busy.value = true
    exported.value = null
    problem.value = null
    const file = await make()
    const result = file === null ? ok(null) : file.ok ? await exportFile(client, file.value) : file
    busy.value = false
    if (result.ok) exported.value = result.value
    else problem.value = result.error
    return result.ok && result.value !== null
  }
  return { busy, exported, problem, run, retry: () => retry() }
}

type TableFormat = Extract<ExportFormat, 'csv' | 'json'>

/** State of a screen that saves the same table in either format. */
export interface TableExporting extends Omit<Exporting, 'run'> {
  /** The format requested last. */
  readonly asked: Readonly<Ref<TableFormat>>
  readonly save: (format: TableFormat) => Promise<boolean>
}

/** {@link useExport} for the tables of `make` in either format. */
export const useTableExport = (make: (format: TableFormat) => Made): TableExporting => {
  const { run, ...exporting } = useExport()
  const asked = ref<TableFormat>('csv')
  const save = (format: TableFormat): Promise<boolean> => {
    if (!exporting.busy.value) asked.value = format
    return run(() => make(format))
  }
  return { ...exporting, asked, save }
}
