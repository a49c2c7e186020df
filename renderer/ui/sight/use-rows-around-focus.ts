import { computed, ref, type Ref } from 'vue'
import { defaultRangeExtractor, type Range } from '@tanstack/vue-virtual'
import { useEventListener } from '@vueuse/core'

/**
 * A virtualizer's `rangeExtractor` that also renders the rows around the focused row until the next scroll event.
 * Holding Tab can outrun the scroll events of a busy computer, and the next row must already be in the page.
 *
 * Each row's element has its index as `data-index`.
 */
export const useRowsAroundFocus = (scroller: Readonly<Ref<HTMLElement | null>>) => {
  const focused = ref<number | null>(null)
  useEventListener(scroller, 'focusin', ({ target }) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
    if (row !== null) focused.value = Number(row.dataset['index'])
  })
  // This listener captures the event, so that it runs before the virtualizer's listener. Otherwise,
  // with an outdated focus, every row up to the new position would be rendered.
  useEventListener(scroller, 'scroll', () => (focused.value = null), {
    capture: true,
    passive: true,
  })
  return computed(() => {
    const row = focused.value
    if (row === null) return defaultRangeExtractor
    return (range: Range) =>
      defaultRangeExtractor({
        ...range,
        startIndex: Math.min(range.startIndex, row),
        endIndex: Math.max(range.endIndex, row),
      })
  })
}
