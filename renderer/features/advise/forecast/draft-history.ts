import { computed, ref, shallowRef, type Ref } from 'vue'

const most = 100

/**
 * Undo and redo of typed changes. A pause in typing makes a step, not every key. Steps are copies, so that none shares
 * an object with the form.
 */
export const useDraftHistory = <T>(draft: Ref<T>, copyOf: (value: T) => T) => {
  const steps = shallowRef<readonly T[]>([copyOf(draft.value)])
  const at = ref(0)

  /** Adds the present draft as a step if it differs from the last one. */
  const note = (): void => {
    if (JSON.stringify(draft.value) === JSON.stringify(steps.value[at.value])) return
    steps.value = [...steps.value.slice(0, at.value + 1), copyOf(draft.value)].slice(-most)
    at.value = steps.value.length - 1
  }
  const go = (by: -1 | 1): void => {
    // Later typing is a step too, with nothing to redo after it.
    note()
    const step = steps.value[at.value + by]
    if (step === undefined) return
    at.value += by
    draft.value = copyOf(step)
  }
  return {
    canUndo: computed(
      () => at.value > 0 || JSON.stringify(draft.value) !== JSON.stringify(steps.value[0]),
    ),
    canRedo: computed(() => at.value < steps.value.length - 1),
    note,
    undo: () => go(-1),
    redo: () => go(1),
    /** Forgets every step; the present draft becomes the first. */
    clear: () => {
      steps.value = [copyOf(draft.value)]
      at.value = 0
    },
  }
}
