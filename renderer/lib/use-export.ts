import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { Result } from '#shared/result.ts'
import { useClient } from '../ipc/client.ts'
import { exportFile, type Exported, type FileToExport } from './export-file.ts'

/** What a screen knows of the file that was saved last from it. */
export interface Exporting {
  readonly busy: Readonly<Ref<boolean>>
  /** `null` before the first one, and when the person did not save it after all. */
  readonly exported: Readonly<ShallowRef<Exported>>
  readonly problem: Readonly<ShallowRef<AppError | null>>
  /** Makes a file and has it saved; does nothing while one is on its way. True once the file is out of the program. */
  readonly run: (
    make: () => Promise<Result<FileToExport>> | Result<FileToExport>,
  ) => Promise<boolean>
}

/** For one place on a screen that saves files; `ui/saved-note.vue` and `ui/error-panel.vue` show what came of it. */
export const useExport = (): Exporting => {
  const client = useClient()
  const busy = ref(false)
  const exported = shallowRef<Exported>(null)
  const problem = shallowRef<AppError | null>(null)

  const run: Exporting['run'] = async (make) => {
    if (busy.value) return false
    busy.value = true
    exported.value = null
    problem.value = null
    const file = await make()
    const result = file.ok ? await exportFile(client, file.value) : file
    busy.value = false
    if (result.ok) exported.value = result.value
    else problem.value = result.error
    return result.ok && result.value !== null
  }
  return { busy, exported, problem, run }
}
