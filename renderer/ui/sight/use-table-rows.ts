import { useVirtualizer } from '@tanstack/vue-virtual'
import { computed, type Ref } from 'vue'
import { useRowsAroundFocus } from './use-rows-around-focus.ts'

/** The visible rows of a long table whose rows have one height, and some around them; the others are not in the page. */
export const useTableRows = (
  scroller: Readonly<Ref<HTMLElement | null>>,
  count: () => number,
  {
    rowHeight,
    headHeight = 0,
    inView = 400,
  }: {
    /** Pixels. */
    readonly rowHeight: number
    /** Of a header that stays above the rows and must not cover a row that is scrolled to. */
    readonly headHeight?: number
    /** Pixels of rows before the scroller is measured. */
    readonly inView?: number | undefined
  },
) => {
  const rangeExtractor = useRowsAroundFocus(scroller)
  const virtualizer = useVirtualizer(
    computed(() => ({
      count: count(),
      getScrollElement: () => scroller.value,
      estimateSize: () => rowHeight,
      overscan: 12,
      rangeExtractor: rangeExtractor.value,
      scrollMargin: headHeight,
      scrollPaddingStart: headHeight,
      initialRect: { width: 1000, height: inView },
    })),
  )
  const items = computed(() => virtualizer.value.getVirtualItems())
  return {
    /** Places of the rows, from 0. */
    places: computed(() => items.value.map(({ index }) => index)),
    /** Empty pixels above and below, so that the scroll bar is right. */
    above: computed(() => (items.value[0]?.start ?? headHeight) - headHeight),
    below: computed(
      () => virtualizer.value.getTotalSize() + headHeight - (items.value.at(-1)?.end ?? headHeight),
    ),
    scrollTo: (place: number) => virtualizer.value.scrollToIndex(place),
    /** Where a key leads from `place`; undefined for other keys. */
    placeBy: (key: string, place: number) => {
      const page = Math.max(1, Math.floor((scroller.value?.clientHeight ?? 0) / rowHeight) - 2)
      const steps: Readonly<Record<string, number>> = {
        ArrowDown: place + 1,
        ArrowUp: place - 1,
        PageDown: place + page,
        PageUp: place - page,
        Home: 0,
        End: count() - 1,
      }
      const to = steps[key]
      return to === undefined ? undefined : Math.min(Math.max(0, to), Math.max(0, count() - 1))
    },
  }
}
