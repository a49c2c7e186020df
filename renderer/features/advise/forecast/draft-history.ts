import { computed, ref, shallowRef, type Ref } from 'vue'

/** Undo and redo of typed changes. A pause in typing makes a step, not every key. */
export interface DraftHistory {
  readonly canUndo: Readonly<Ref<boolean>>
  readonly canRedo: Readonly<Ref<boolean>>
  /** Adds the present draft as a step if it differs from the last one. */
  readonly note: () => void
  readonly undo: () => void
  readonly redo: () => void
  /** Forgets every step; the present draft becomes the first. */
  readonly clear: () => void
}

const most = 100

/** Steps are copies, so that none shares an object with the form. */
export const useDraftHistory = <T>(draft: Ref<T>, copyOf: (value: T) => T): DraftHistory => {
  const steps = shallowRef<readonly T[]>([copyOf(draft.value)])
  const at = ref(0)

  const note = (): void => {
    if (JSON.stringify(draft.value) === JSON.stringify(steps.value[at.value])) return
    steps.value = [...steps.value.slice(0, at.value + 1), copyOf(draft.value)].slice(-most)
    at.value = steps.value.length - 1
  }
  const go = (to: number): void => {
    const step = steps.value[to]
    if (step === undefined) return
    at.value = to
    draft.value = copyOf(step)
  }
  return {
    canUndo: computed(
      () => at.value > 0 || JSON.stringify(draft.value) !== JSON.stringify(steps.value[0]),
    ),
    canRedo: computed(() => at.value < steps.value.length - 1),
    note,
    undo: () => {
      note()
      go(at.value - 1)
    },
    // Later typing is a step too, with nothing to redo after it.
    redo: () => {
      note()
      go(at.value + 1)
    },
    clear: () => {
      steps.value = [copyOf(draft.value)]
      at.value = 0
    },
  }
}
