import { useEventListener, useResizeObserver } from '@vueuse/core'
import { computed, nextTick, onBeforeUnmount, watch, type ShallowRef } from 'vue'

/** Pixels kept free between the focused element and the bar, and below the top of the screen. */
const room = { below: 12, above: 64 }

type Place = Readonly<ShallowRef<HTMLElement | null>>

/**
 * Keeps a bar at the lower edge from covering the element in use. Scrolling stops above the bar,
 * and an element that gets the focus or opens behind the bar is scrolled into view.
 */
export const useKeepInSight = (bar: Place): void => {
  const screen = computed(() => bar.value?.closest('main') ?? null)

  const onFocus = ({ target }: FocusEvent) => {
    if (
      !(target instanceof Element) ||
      screen.value === null ||
      bar.value === null ||
      bar.value.contains(target)
    )
      return
    const [focused, over] = [target.getBoundingClientRect(), bar.value.getBoundingClientRect()]
    if (focused.right < over.left || focused.left > over.right) return
    const hidden = focused.bottom + room.below - over.top
    const free = focused.top - screen.value.getBoundingClientRect().top - room.above
    if (hidden > 0 && free > 0) screen.value.scrollBy({ top: Math.min(hidden, free) })
  }
  const onToggle = ({ target }: Event) => {
    if (target instanceof HTMLDetailsElement && target.open)
      target.scrollIntoView({ block: 'nearest' })
  }
  /** Makes the browser's own scrolling, for example to the caret, also stop above the bar. */
  useResizeObserver(bar, () => {
    if (screen.value === null || bar.value === null) return
    const foot = Number.parseFloat(getComputedStyle(bar.value).bottom) || 0
    screen.value.style.scrollPaddingBlock = `${room.above}px ${bar.value.offsetHeight + foot + room.below}px`
  })
  useEventListener(screen, 'focusin', onFocus)
  // `toggle` does not bubble.
  useEventListener(screen, 'toggle', onToggle, { capture: true })
  onBeforeUnmount(() => {
    if (screen.value !== null) screen.value.style.scrollPaddingBlock = ''
  })
}

/** Scrolls the element `place` into view between the bars each time `shown` turns truthy. */
export const useShowInSight = (place: Place, shown: () => unknown): void => {
  watch(shown, async (now) => {
    if (!now) return
    await nextTick()
    place.value?.scrollIntoView({ block: 'nearest' })
  })
}
