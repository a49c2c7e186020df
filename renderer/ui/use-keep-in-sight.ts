import { onBeforeUnmount, onMounted, type ShallowRef } from 'vue'

/** Between what has the focus and the bar, and between it and the top of the screen, in pixels. */
const room = { below: 12, above: 64 }

/**
 * A bar that stays at the lower edge must not lie over what is being worked on: whatever gets the focus under `bar`
 * is scrolled out from under it.
 */
export const useKeepInSight = (bar: Readonly<ShallowRef<HTMLElement | null>>): void => {
  let screen: HTMLElement | null = null
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element) || screen === null || bar.value === null || bar.value.contains(target)) return
    const [focused, over] = [target.getBoundingClientRect(), bar.value.getBoundingClientRect()]
    if (focused.right < over.left || focused.left > over.right) return
    const hidden = focused.bottom + room.below - over.top
    const free = focused.top - screen.getBoundingClientRect().top - room.above
    if (hidden > 0 && free > 0) screen.scrollBy({ top: Math.min(hidden, free) })
  }
  onMounted(() => {
    screen = bar.value?.closest('main') ?? null
    screen?.addEventListener('focusin', onFocus)
  })
  onBeforeUnmount(() => screen?.removeEventListener('focusin', onFocus))
}
