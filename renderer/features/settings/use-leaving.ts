import { ref } from 'vue'
import { onBeforeRouteLeave } from 'vue-router'
import { useHeldOpen } from '../../lib/use-held-open.ts'

/** Asks before what `wouldBeLost` speaks of is given up: the screen is not left, and the window not closed, unasked. */
export const useLeaving = (wouldBeLost: () => boolean) => {
  /** Set while a person is asked. */
  const asking = ref<((giveUp: boolean) => void) | null>(null)
  /** True when nothing would be lost, or a person says that it may be. */
  const mayLeave = async (): Promise<boolean> => {
    if (!wouldBeLost()) return true
    return new Promise((resolve) => {
      asking.value = resolve
    })
  }
  const answer = (giveUp: boolean): void => {
    asking.value?.(giveUp)
    asking.value = null
  }
  onBeforeRouteLeave(mayLeave)
  useHeldOpen(wouldBeLost)
  return { asking, mayLeave, answer }
}
