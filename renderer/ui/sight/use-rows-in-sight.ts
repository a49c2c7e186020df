import { computed, ref, toValue, type MaybeRefOrGetter, type Ref } from 'vue'
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/vue-virtual'
import { useEventListener } from '@vueuse/core'

/** Rows drawn before and after the visible ones, and around the row with the focus. */
const AROUND = 24

/** The visible rows of a long list in `scroller`, and some around them; the others are not in the page. */
export const useRowsInSight = <T>(
  scroller: Readonly<Ref<HTMLElement | null>>,
  all: MaybeRefOrGetter<readonly T[]>,
  options: {
    readonly key: (row: T, index: number) => string | number
    readonly height: (row: T | undefined) => number
  },
) => {
  const list = computed(() => toValue(all))

  /** A held Tab outruns the scroll events of a busy computer, so the next rows follow the focus. */
  const focused = ref(0)
  useEventListener(scroller, 'focusin', ({ target }) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
    if (row !== null) focused.value = Number(row.dataset['index'])
  })
  const aroundFocus = (row: number) => (range: Range) => {
    const near = row >= range.startIndex - AROUND && row <= range.endIndex + AROUND
    return defaultRangeExtractor({
      ...range,
      startIndex: near ? Math.min(range.startIndex, row) : range.startIndex,
      endIndex: near ? Math.max(range.endIndex, row) : range.endIndex,
    })
  }

  const virtualizer = useVirtualizer(
    computed(() => ({
      count: list.value.length,
      getScrollElement: () => scroller.value,
      estimateSize: (index: number) => options.height(list.value[index]),
      overscan: AROUND,
      rangeExtractor: aroundFocus(focused.value),
      getItemKey: (index: number) => {
        const row = list.value[index]
        return row === undefined ? index : options.key(row, index)
      },
    })),
  )
  const items = computed(() => virtualizer.value.getVirtualItems())
  return {
    rows: computed(() =>
      items.value.flatMap(({ index }) => {
        const row = list.value[index]
        return row === undefined ? [] : [{ index, row }]
      }),
    ),
    /** Empty pixels above and below, so that the scroll bar is right. */
    above: computed(() => items.value[0]?.start ?? 0),
    below: computed(() => virtualizer.value.getTotalSize() - (items.value.at(-1)?.end ?? 0)),
    /** For each row's element, which has `data-index`: measures its real height. */
    measure: (element: unknown) => {
      if (element instanceof HTMLElement) virtualizer.value.measureElement(element)
    },
  }
}
