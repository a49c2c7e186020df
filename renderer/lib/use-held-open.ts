import { onScopeDispose } from 'vue'

/**
 * Holds the window open while `wouldBeLost` says that something typed would go with it: the browser asks before it is
 * closed or loaded anew, and on the desktop the shell does (`electron/shell/quit.ts`). Ends with the component or store
 * that calls it.
 */
export const useHeldOpen = (wouldBeLost: () => boolean): void => {
  const onUnload = (event: BeforeUnloadEvent): void => {
    if (wouldBeLost()) event.preventDefault()
  }
  window.addEventListener('beforeunload', onUnload)
  onScopeDispose(() => window.removeEventListener('beforeunload', onUnload))
}
