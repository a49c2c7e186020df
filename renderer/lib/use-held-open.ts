import { useEventListener } from '@vueuse/core'

let isLettingGo = false

/** Lets this page go without a question: what was typed is sealed. */
export const letGo = (): void => {
  isLettingGo = true
}

/**
 * Keeps the window open while `wouldBeLost` says that typed text would be lost: before closing or reloading, the
 * browser asks, and on the desktop the shell does (`electron/shell/quit.ts`). Ends with the calling component or store.
 */
export const useHeldOpen = (wouldBeLost: () => boolean): void => {
  useEventListener('beforeunload', (event) => {
    if (!isLettingGo && wouldBeLost()) event.preventDefault()
  })
}
