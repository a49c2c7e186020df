import { computed, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { DeskConfig } from '#shared/desk/texts.ts'
import { useClient } from '../../ipc/client.ts'
import { useProgram } from '../../workspace/program-store.ts'
import type { CallTyped } from './call-typed.ts'

/**
 * The desk's texts in the current environment. Removes checks from `typed` that these texts do not
 * contain.
 */
export const useDeskConfig = (typed: CallTyped) => {
  const client = useClient()
  const program = useProgram()
  const config = shallowRef<DeskConfig | null>(null)
  const configProblem = shallowRef<AppError | null>(null)
  const loadConfig = async () => {
    const environmentId = program.active?.id
    if (environmentId === undefined) return
    const loaded = await client.call('desk.config.get', { environmentId })
    if (program.active?.id !== environmentId) return
    configProblem.value = loaded.ok ? null : loaded.error
    if (!loaded.ok) return
    config.value = loaded.value
    const ids = new Set(loaded.value.texts.checks.map(({ id }) => id))
    typed.checksPassed = typed.checksPassed.filter((id) => ids.has(id))
  }
  const texts = computed(() => config.value?.texts ?? null)
  return { config, configProblem, texts, loadConfig }
}

/** The note to show after the environment changes during a read-back. */
export const useMovedNote = () => {
  const program = useProgram()
  /**
   * Why the read-back was withdrawn, and the environment that the program switched to; kept until
   * the next read-back.
   */
  const moved = shallowRef<{ readonly to: string; readonly note: string } | null>(null)
  const inUse = computed(() =>
    program.active === null ? undefined : `${program.active.id} ${program.active.place}`,
  )
  const movedNote = computed(() =>
    moved.value !== null && moved.value.to === inUse.value ? moved.value.note : '',
  )
  return { inUse, moved, movedNote }
}
