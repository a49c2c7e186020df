import { computed, ref, shallowRef, type Ref } from 'vue'

/** Undo and redo over what is typed. A step is taken when typing pauses, not at every key. */
export interface DraftHistory {
  readonly canUndo: Readonly<Ref<boolean>>
  readonly canRedo: Readonly<Ref<boolean>>
  /** Notes what is typed now as a step, where it differs from the last one. */
  readonly note: () => void
  readonly undo: () => void
  readonly redo: () => void
  /** Forgets every step; what is typed now is the first. */
  readonly clear: () => void
}

const most = 100

/** Steps are kept as text, so that no step shares an object with the form. */
export const useDraftHistory = <T>(draft: Ref<T>): DraftHistory => {
  const steps = shallowRef<readonly string[]>([JSON.stringify(draft.value)])
  const at = ref(0)

  const note = (): void => {
    const now = JSON.stringify(draft.value)
    if (now === steps.value[at.value]) return
    steps.value = [...steps.value.slice(0, at.value + 1), now].slice(-most)
    at.value = steps.value.length - 1
  }
  const go = (to: number): void => {
    const step = steps.value[to]
    if (step === undefined) return
    at.value = to
    draft.value = JSON.parse(step)
  }
  return {
    canUndo: computed(() => at.value > 0),
    canRedo: computed(() => at.value < steps.value.length - 1),
    note,
    undo: () => {
      note()
      go(at.value - 1)
    },
    redo: () => go(at.value + 1),
    clear: () => {
      steps.value = [JSON.stringify(draft.value)]
      at.value = 0
    },
  }
}
