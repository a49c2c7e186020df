import { ref } from 'vue'
import { onBeforeRouteLeave } from 'vue-router'
import { useDraft, type DraftForm } from '../lib/drafts.ts'

/**
 * Asks the user before what is typed in a form is lost. Neither the screen nor the window
 * closes without asking.
 */
export const useLeaving = <T>(draft: DraftForm<T>) => {
  const wouldBeLost = draft.isTyped
  const asking = ref<((giveUp: boolean) => void) | null>(null)
  /** True if nothing would be lost, or the user agrees to lose it. */
  const mayLeave = async (): Promise<boolean> => {
    if (!wouldBeLost()) return true
    return new Promise((resolve) => {
      asking.value = resolve
    })
  }
  const answer = (giveUp: boolean) => {
    asking.value?.(giveUp)
    asking.value = null
  }
  onBeforeRouteLeave(mayLeave)
  useDraft(draft)
  return { asking, mayLeave, answer }
}
