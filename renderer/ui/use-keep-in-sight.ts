import { nextTick, onBeforeUnmount, onMounted, watch, type ShallowRef } from 'vue'

/** Between what is worked on and the bar, and between it and the top of the screen, in pixels. */
const room = { below: 12, above: 64 }

type Place = Readonly<ShallowRef<HTMLElement | null>>

/**
 * A bar that stays at the lower edge must not lie over what is being worked on: nothing that is scrolled to in `bar`'s
 * screen comes to rest under it, and what gets the focus or is opened under it is scrolled out from there.
 */
export const useKeepInSight = (bar: Place): void => {
  let screen: HTMLElement | null = null

  const onFocus = ({ target }: FocusEvent): void => {
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
  const onToggle = ({ target }: Event): void => {
    if (target instanceof HTMLDetailsElement && target.open)
      target.scrollIntoView({ block: 'nearest' })
  }
  /** What the browser scrolls by itself, such as to where one types, keeps to the room between the bars too. */
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

/** Scrolls `place` out from under the bars each time `shown` changes to something, as far as it fits between them. */
export const useShowInSight = (place: Place, shown: () => unknown): void => {
  watch(shown, async (now) => {
    if (!now) return
    await nextTick()
    place.value?.scrollIntoView({ block: 'nearest' })
  })
}
