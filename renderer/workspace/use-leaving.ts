import { ref } from 'vue'
import { onBeforeRouteLeave } from 'vue-router'
import { useHeldOpen } from '../lib/use-held-open.ts'

/**
 * While `wouldBeLost` returns true, asks the user before the screen or the window closes.
 */
export const useLeaving = (wouldBeLost: () => boolean) => {
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
  useHeldOpen(wouldBeLost)
  return { asking, mayLeave, answer }
}
