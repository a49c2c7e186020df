import { useEventListener } from '@vueuse/core'

/**
 * Holds the window open while `wouldBeLost` says that typed text would be lost: the browser asks before closing or
 * reloading, and on the desktop the shell does (`electron/shell/quit.ts`). Ends with the calling component or store.
 */
export const useHeldOpen = (wouldBeLost: () => boolean): void => {
  useEventListener('beforeunload', (event) => {
    if (wouldBeLost()) event.preventDefault()
  })
}
