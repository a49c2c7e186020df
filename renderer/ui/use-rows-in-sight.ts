import { computed, toValue, type ComputedRef, type MaybeRefOrGetter, type Ref } from 'vue'
import { useVirtualizer } from '@tanstack/vue-virtual'

interface RowsInSight<T> {
  readonly rows: ComputedRef<readonly { readonly index: number; readonly row: T }[]>
  /** Empty pixels above and below, so that the scroll bar is right. */
  readonly above: ComputedRef<number>
  readonly below: ComputedRef<number>
  /** For each row's element, which has `data-index`: measures its real height. */
  readonly measure: (element: unknown) => void
}

/** The visible rows of a long list in `scroller`, and some around them; the others are not in the page. */
export const useRowsInSight = <T>(
  scroller: Readonly<Ref<HTMLElement | null>>,
  all: MaybeRefOrGetter<readonly T[]>,
  options: {
    readonly key: (row: T, index: number) => string | number
    readonly height: (row: T | undefined) => number
  },
): RowsInSight<T> => {
  const list = computed(() => toValue(all))
  const virtualizer = useVirtualizer(
    computed(() => ({
      count: list.value.length,
      getScrollElement: () => scroller.value,
      estimateSize: (index: number) => options.height(list.value[index]),
      // A held Tab must find the next row in the page, even while the computer is busy.
      overscan: 24,
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
    above: computed(() => items.value[0]?.start ?? 0),
    below: computed(() => virtualizer.value.getTotalSize() - (items.value.at(-1)?.end ?? 0)),
    measure: (element) => {
      if (element instanceof HTMLElement) virtualizer.value.measureElement(element)
    },
  }
}
