import { useEventListener, useMutationObserver } from '@vueuse/core'
import type { Ref } from 'vue'

/**
 * A busy button is disabled and loses the focus. Once it is enabled again it gets the focus back, unless the focus has
 * moved. A button that sends (`data-sends`) never gets it back, because an extra Enter must not send.
 */
export const useKeptFocus = (within: Readonly<Ref<HTMLElement | null>>): void => {
  let last: EventTarget | null = null
  const look = (records: readonly MutationRecord[]) => {
    if (
      !(last instanceof HTMLButtonElement) ||
      last.disabled ||
      'sends' in last.dataset ||
      document.activeElement !== document.body
    )
      return
    if (records.some(({ target }) => target === last)) last.focus({ preventScroll: true })
  }
  useMutationObserver(within, look, { subtree: true, attributeFilter: ['disabled'] })
  useEventListener(document, 'focusin', (event) => {
    last = event.target
  })
}
