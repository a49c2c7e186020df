import { computed, ref, toValue, watch, type ComputedRef, type MaybeRefOrGetter } from 'vue'

/** The beginning of a long list, and more of it when asked for: what is not drawn holds nothing up. */
interface Portions<T> {
  readonly shown: ComputedRef<readonly T[]>
  /** How many are not shown. */
  readonly left: ComputedRef<number>
  /** How many the next press adds. */
  readonly next: ComputedRef<number>
  readonly more: () => void
}

/** `all` in portions of `size`; another list begins anew. */
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
