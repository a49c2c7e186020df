import { useEventListener } from '@vueuse/core'
import { onMounted, onScopeDispose, type Ref } from 'vue'

/**
 * A busy button is disabled and loses the focus; once enabled again, it gets the focus back unless that has moved.
 * Never a button that sends (`data-sends`): an extra Enter must not send.
 */
export const useKeptFocus = (within: Readonly<Ref<HTMLElement | null>>): void => {
  let last: EventTarget | null = null
  const observer = new MutationObserver((records) => {
    if (
      !(last instanceof HTMLButtonElement) ||
      last.disabled ||
      'sends' in last.dataset ||
      document.activeElement !== document.body
    )
      return
    if (records.some(({ target }) => target === last)) last.focus({ preventScroll: true })
  })
  onMounted(() => {
    if (within.value !== null)
      observer.observe(within.value, { subtree: true, attributeFilter: ['disabled'] })
  })
  useEventListener(document, 'focusin', (event) => {
    last = event.target
  })
  onScopeDispose(() => observer.disconnect())
}
