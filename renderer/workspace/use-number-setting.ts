import { ref } from 'vue'
import { useHeldOpen } from '../lib/use-held-open.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** A setting typed as a number and saved by a button; null for an empty field. */
export const useNumberSetting = (key: 'activityYears' | 'backupsKept' | 'duplicateGuardDays') => {
  const form = useSettingsForm<{ number: number | null }>(
    key,
    { number: null },
    (settings) => ({ number: settings[key] }),
    ({ number }) => (number === null ? null : { [key]: number }),
  )
  /** True while the user is typing. The field keeps its typed text until it loses the focus. */
  const typing = ref(false)
  useHeldOpen(() => typing.value)
  const save = () => {
    typing.value = false
    return form.save()
  }
  return { ...form, typing, save }
}
