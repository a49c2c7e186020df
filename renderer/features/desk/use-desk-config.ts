import { computed, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { DeskConfig, DeskTexts } from '#shared/desk/texts.ts'
import { useClient } from '../../ipc/client.ts'
import { useProgram } from '../../workspace/program-store.ts'
import type { CallTyped } from './call-typed.ts'

const wordingOf = (id: string, checks: DeskTexts['checks'] = []): string | undefined =>
  checks.find((check) => check.id === id)?.text

/**
 * The desk's texts in the current environment. Removes checks from `typed` that these texts do not
 * contain, or word differently: another question was asked.
 */
export const useDeskConfig = (typed: CallTyped) => {
  const client = useClient()
  const program = useProgram()
  const config = shallowRef<DeskConfig | null>(null)
  const configProblem = shallowRef<AppError | null>(null)
  const texts = computed(() => config.value?.texts ?? null)
  const loadConfig = async () => {
    const environmentId = program.active?.id
    if (environmentId === undefined) return
    const loaded = await client.call('desk.config.get', { environmentId })
    if (program.active?.id !== environmentId) return
    configProblem.value = loaded.ok ? null : loaded.error
    if (!loaded.ok) return
    const asked = texts.value?.checks
    config.value = loaded.value
    const isSame = (id: string) => {
      const now = wordingOf(id, loaded.value.texts.checks)
      return now !== undefined && now === wordingOf(id, asked)
    }
    typed.checksPassed = typed.checksPassed.filter(isSame)
    typed.checksFailed = typed.checksFailed.filter(isSame)
  }
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
