import { useResizeObserver } from '@vueuse/core'
import { onMounted, ref, type Ref, type ShallowRef } from 'vue'

/** The width of `element` in CSS pixels, updated live; 0 before it is in the page. */
export const useWidth = (
  element: Readonly<ShallowRef<HTMLElement | null>>,
): Readonly<Ref<number>> => {
  const width = ref(0)
  onMounted(() => (width.value = element.value?.clientWidth ?? 0))
  useResizeObserver(element, ([entry]) => (width.value = entry?.contentRect.width ?? 0))
  return width
}
