import { computed, ref, shallowRef, watch, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import { useHeldOpen } from '../lib/use-held-open.ts'
import { useProgram } from './program-store.ts'

/** A setting that is typed as a number and saved by a button. */
interface NumberSetting {
  /** Null for an empty field. */
  readonly value: Ref<number | null>
  /** Set by the field: it keeps its typed text to itself until it loses the focus. */
  readonly typing: Ref<boolean>
  readonly changed: Readonly<ComputedRef<boolean>>
  readonly saved: Readonly<Ref<boolean>>
  readonly problem: ShallowRef<AppError | null>
  readonly save: () => Promise<void>
}

export const useNumberSetting = (key: 'activityYears' | 'duplicateGuardDays'): NumberSetting => {
  const program = useProgram()
  const kept = computed(() => program.settings?.[key] ?? null)
  const value = ref(kept.value)
  const typing = ref(false)
  const saved = ref(false)
  const problem = shallowRef<AppError | null>(null)
  watch(kept, (now) => {
    value.value = now
  })
  const changed = computed(() => value.value !== kept.value)
  useHeldOpen(() => typing.value || changed.value)
  const save = async (): Promise<void> => {
    typing.value = false
    if (value.value === null) return
    problem.value = await program.change({ [key]: value.value })
    saved.value = problem.value === null
  }
  return { value, typing, changed, saved, problem, save }
}
