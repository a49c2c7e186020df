import { useManualRefHistory } from '@vueuse/core'
import { computed, type Ref } from 'vue'

/**
 * Undo and redo of typed changes. A pause in typing makes a step, not every key. Steps are copies, so that none shares
 * an object with the form.
 */
export const useDraftHistory = <T>(draft: Ref<T>, copyOf: (value: T) => T) => {
  const steps = useManualRefHistory(draft, { clone: copyOf, capacity: 100 })
  const isTyped = () => JSON.stringify(draft.value) !== JSON.stringify(steps.last.value.snapshot)

  /** Adds the present draft as a step if it differs from the last one. */
  const note = () => {
    if (isTyped()) steps.commit()
  }
  /** Later typing is a step too, with nothing to redo after it. */
  const noting = (go: () => void) => () => {
    note()
    go()
  }
  return {
    canUndo: computed(() => steps.canUndo.value || isTyped()),
    canRedo: steps.canRedo,
    note,
    undo: noting(steps.undo),
    redo: noting(steps.redo),
    /** Forgets every step; the present draft becomes the first. */
    clear: () => {
      steps.commit()
      steps.clear()
    },
  }
}
