import { useVirtualizer } from '@tanstack/vue-virtual'
import { computed, type Ref } from 'vue'
import { useRowsAroundFocus } from './use-rows-around-focus.ts'

/** The visible rows of a long table with one row height, and some around them. The other rows are not rendered. */
export const useTableRows = (
  scroller: Readonly<Ref<HTMLElement | null>>,
  count: () => number,
  {
    rowHeight,
    headHeight = 0,
    inView = 400,
  }: {
    /** Height of a row in pixels. */
    readonly rowHeight: number
    /**
     * Height in pixels of a fixed header, which must not cover a row that is scrolled into view.
     */
    readonly headHeight?: number
    /** Total height in pixels of the rows to draw before the scroller is measured. */
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
    /** Indexes of the rows, from 0. */
    places: computed(() => items.value.map(({ index }) => index)),
    /** Empty pixels above and below the rows, which give the scroll bar the right length. */
    above: computed(() => (items.value[0]?.start ?? headHeight) - headHeight),
    below: computed(
      () => virtualizer.value.getTotalSize() + headHeight - (items.value.at(-1)?.end ?? headHeight),
    ),
    scrollTo: (place: number) => virtualizer.value.scrollToIndex(place),
    /**
     * The index to which a key moves the selection from index `place`; undefined for other keys.
     */
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
