import { computed, toValue, watchEffect, type MaybeRefOrGetter, type Ref } from 'vue'
import { useVirtualizer } from '@tanstack/vue-virtual'
import { useRowsAroundFocus } from './use-rows-around-focus.ts'

/** The visible rows of a long list in `scroller`, and some around them. The other rows are not rendered. */
export const useRowsInSight = <T>(
  scroller: Readonly<Ref<HTMLElement | null>>,
  all: MaybeRefOrGetter<readonly T[]>,
  options: {
    readonly key: (row: T, index: number) => string | number
    readonly height: (row: T | undefined) => number
  },
) => {
  const list = computed(() => toValue(all))
  const rangeExtractor = useRowsAroundFocus(scroller)
  // The virtualizer corrects the scroll position when a row is measured. If the browser also
  // corrected it, the list would jump.
  watchEffect(() => scroller.value?.style.setProperty('overflow-anchor', 'none'))
  const virtualizer = useVirtualizer(
    computed(() => ({
      count: list.value.length,
      getScrollElement: () => scroller.value,
      estimateSize: (index: number) => options.height(list.value[index]),
      overscan: 24,
      rangeExtractor: rangeExtractor.value,
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
    /** Empty pixels above and below the rows, which give the scroll bar the right length. */
    above: computed(() => items.value[0]?.start ?? 0),
    below: computed(() => virtualizer.value.getTotalSize() - (items.value.at(-1)?.end ?? 0)),
    /** Called with each row's element, which has `data-index`, to measure its height. */
    measure: (element: unknown) => {
      if (element instanceof HTMLElement) virtualizer.value.measureElement(element)
    },
  }
}
