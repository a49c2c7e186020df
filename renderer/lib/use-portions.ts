import { computed, ref, toValue, watch, type MaybeRefOrGetter } from 'vue'

/**
 * Shows the beginning of a long list, and more on request, in portions of `size`. Starts over when
 * the list changes.
 */
export const usePortions = <T>(all: MaybeRefOrGetter<readonly T[]>, size: number) => {
  const most = ref(size)
  const list = computed(() => toValue(all))
  watch(list, () => (most.value = size))
  const shown = computed(() => list.value.slice(0, most.value))
  const left = computed(() => list.value.length - shown.value.length)
  return {
    shown,
    left,
    /** How many items the next press adds. */
    next: computed(() => Math.min(size, left.value)),
    more: () => (most.value += size),
  }
}
