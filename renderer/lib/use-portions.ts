import { computed, ref, toValue, watch, type ComputedRef, type MaybeRefOrGetter } from 'vue'

/** The start of a long list, and more of it on request, so that the undrawn rest costs nothing. */
interface Portions<T> {
  readonly shown: ComputedRef<readonly T[]>
  /** Number of hidden entries. */
  readonly left: ComputedRef<number>
  /** Number that the next press adds. */
  readonly next: ComputedRef<number>
  readonly more: () => void
}

/** `all` in portions of `size`; another list starts over. */
export const usePortions = <T>(all: MaybeRefOrGetter<readonly T[]>, size: number): Portions<T> => {
  const most = ref(size)
  const list = computed(() => toValue(all))
  watch(list, () => (most.value = size))
  const shown = computed(() => list.value.slice(0, most.value))
  const left = computed(() => list.value.length - shown.value.length)
  return {
    shown,
    left,
    next: computed(() => Math.min(size, left.value)),
    more: () => (most.value += size),
  }
}
