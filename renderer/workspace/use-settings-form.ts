import { computed, ref, shallowReactive, shallowRef, watch } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { Settings } from '#shared/environments/settings.ts'
import { useDraft } from '../lib/drafts.ts'
import { useProgram } from './program-store.ts'

/**
 * Settings that are typed and saved by a button.
 *
 * @param name of the form among all settings
 * @param blank what the form shows until the settings are known
 * @param typedOf what the form shows for those settings
 * @param read the settings in the form; null if they cannot be saved
 */
export const useSettingsForm = <T extends object>(
  name: string,
  blank: T,
  typedOf: (settings: Settings) => T,
  read: (typed: T) => Partial<Omit<Settings, 'activeEnvironmentId' | 'backupFolder'>> | null,
) => {
  const program = useProgram()
  const typed = shallowReactive({ ...blank })
  const saved = ref(false)
  const problem = shallowRef<AppError | null>(null)
  const kept = computed(() => (program.settings === null ? null : typedOf(program.settings)))
  // Watches only the settings in this form, so that a change to others does not reset typed text.
  watch(
    () => JSON.stringify(kept.value),
    () => Object.assign(typed, kept.value),
    { immediate: true },
  )
  const wanted = computed(() => read(typed))
  const changed = computed(
    () => kept.value !== null && JSON.stringify(wanted.value) !== JSON.stringify(read(kept.value)),
  )
  useDraft({
    name: `settings/${name}`,
    isTyped: () => changed.value,
    read: () => typed,
    write: (draft) => void Object.assign(typed, draft),
    isReady: () => kept.value !== null,
  })
  watch(typed, () => (saved.value = false))
  const save = async () => {
    if (wanted.value === null) return
    problem.value = await program.change(wanted.value)
    saved.value = problem.value === null
  }
  const canSave = computed(() => changed.value && wanted.value !== null)
  return { typed, canSave, saved, problem, save }
}
