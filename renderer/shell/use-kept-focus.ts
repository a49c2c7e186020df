import { onMounted, onScopeDispose, type Ref } from 'vue'

/**
 * A button that is busy is disabled and so loses the focus; once it can be pressed again, the focus comes back to it,
 * unless it has gone elsewhere meanwhile. Never to one that sends (`data-sends`): an Enter too many must not send.
 */
export const useKeptFocus = (within: Readonly<Ref<HTMLElement | null>>): void => {
  let last: EventTarget | null = null
  const remember = (event: FocusEvent): void => {
    last = event.target
  }
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
  document.addEventListener('focusin', remember)
  onScopeDispose(() => {
    document.removeEventListener('focusin', remember)
    observer.disconnect()
  })
}
