import { useManualRefHistory } from '@vueuse/core'
import { computed, type Ref } from 'vue'

/**
 * Undo and redo of typed changes. A pause in typing makes a step, not every key. Steps are copies, so that they share
 * no object with the form.
 */
export const useDraftHistory = <T>(draft: Ref<T>, copyOf: (value: T) => T) => {
  const steps = useManualRefHistory(draft, { clone: copyOf, capacity: 100 })
  const isTyped = () => JSON.stringify(draft.value) !== JSON.stringify(steps.last.value.snapshot)

  /** Adds the current draft as a step if it differs from the last one. */
  const note = () => {
    if (isTyped()) steps.commit()
  }
  /** Before undo or redo, makes a step of what was typed since the last one. */
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
    /** Forgets all steps; the current draft becomes the first. */
    clear: () => {
      steps.commit()
      steps.clear()
    },
  }
}
