import { useManualRefHistory } from '@vueuse/core'
import { computed, type Ref } from 'vue'

/**
 * Undo and redo of typed changes. Each pause in typing makes a step, not each key press. Steps are
 * copies, so that they share no objects with the form.
 */
export const useDraftHistory = <T>(draft: Ref<T>, copyOf: (value: T) => T) => {
  const steps = useManualRefHistory(draft, { clone: copyOf, capacity: 100 })
  const isTyped = () => JSON.stringify(draft.value) !== JSON.stringify(steps.last.value.snapshot)

  /** Adds the current draft as a step if it differs from the last step. */
  const note = () => {
    if (isTyped()) steps.commit()
  }
  /** Before an undo or redo, turns the changes since the last step into a step. */
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
