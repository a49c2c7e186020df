import { nextTick, onBeforeUnmount, onMounted, watch, type ShallowRef } from 'vue'

/** Pixels between the focused part and the bar, and between it and the top of the screen. */
const room = { below: 12, above: 64 }

type Place = Readonly<ShallowRef<HTMLElement | null>>

/**
 * Keeps a bar at the lower edge off the part in use: scrolling in its screen stops above it, and a part that gets the
 * focus or opens under it is scrolled out.
 */
export const useKeepInSight = (bar: Place): void => {
  let screen: HTMLElement | null = null

  const onFocus = ({ target }: FocusEvent) => {
    if (
      !(target instanceof Element) ||
      screen === null ||
      bar.value === null ||
      bar.value.contains(target)
    )
      return
    const [focused, over] = [target.getBoundingClientRect(), bar.value.getBoundingClientRect()]
    if (focused.right < over.left || focused.left > over.right) return
    const hidden = focused.bottom + room.below - over.top
    const free = focused.top - screen.getBoundingClientRect().top - room.above
    if (hidden > 0 && free > 0) screen.scrollBy({ top: Math.min(hidden, free) })
  }
  const onToggle = ({ target }: Event) => {
    if (target instanceof HTMLDetailsElement && target.open)
      target.scrollIntoView({ block: 'nearest' })
  }
  /** The browser's own scrolling, such as to the typing position, also keeps between the bars. */
  const sizes = new ResizeObserver(() => {
    if (screen === null || bar.value === null) return
    const foot = Number.parseFloat(getComputedStyle(bar.value).bottom) || 0
    screen.style.scrollPaddingBlock = `${room.above}px ${bar.value.offsetHeight + foot + room.below}px`
  })

  onMounted(() => {
    screen = bar.value?.closest('main') ?? null
    screen?.addEventListener('focusin', onFocus)
    // This event does not bubble.
    screen?.addEventListener('toggle', onToggle, { capture: true })
    if (bar.value !== null) sizes.observe(bar.value)
  })
  onBeforeUnmount(() => {
    sizes.disconnect()
    screen?.removeEventListener('focusin', onFocus)
    screen?.removeEventListener('toggle', onToggle, { capture: true })
    if (screen !== null) screen.style.scrollPaddingBlock = ''
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
