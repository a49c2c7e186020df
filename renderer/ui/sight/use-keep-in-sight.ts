import { useEventListener, useResizeObserver } from '@vueuse/core'
import { computed, nextTick, onBeforeUnmount, watch, type ShallowRef } from 'vue'

/** Pixels between the focused part and the bar, and between it and the top of the screen. */
const room = { below: 12, above: 64 }

type Place = Readonly<ShallowRef<HTMLElement | null>>

/**
 * Keeps a bar at the lower edge off the part in use: scrolling in its screen stops above it, and a part that gets the
 * focus or opens under it is scrolled out.
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
  /** The browser's own scrolling, such as to the typing position, also keeps between the bars. */
  useResizeObserver(bar, () => {
    if (screen.value === null || bar.value === null) return
    const foot = Number.parseFloat(getComputedStyle(bar.value).bottom) || 0
    screen.value.style.scrollPaddingBlock = `${room.above}px ${bar.value.offsetHeight + foot + room.below}px`
  })
  useEventListener(screen, 'focusin', onFocus)
  // This event does not bubble.
  useEventListener(screen, 'toggle', onToggle, { capture: true })
  onBeforeUnmount(() => {
    if (screen.value !== null) screen.value.style.scrollPaddingBlock = ''
  })
}

/** Scrolls `place` out from under the bars each time `shown` becomes something, as far as it fits between them. */
export const useShowInSight = (place: Place, shown: () => unknown): void => {
  watch(shown, async (now) => {
    if (!now) return
    await nextTick()
    place.value?.scrollIntoView({ block: 'nearest' })
  })
}
