import { onBeforeUnmount, onMounted, ref, type Ref, type ShallowRef } from 'vue'

/** The width of `element` in CSS pixels, updated live; 0 before it is on the page. */
export const useWidth = (
  element: Readonly<ShallowRef<HTMLElement | null>>,
): Readonly<Ref<number>> => {
  const width = ref(0)
  const resized = new ResizeObserver(([entry]) => (width.value = entry?.contentRect.width ?? 0))
  onMounted(() => {
    if (element.value === null) return
    width.value = element.value.clientWidth
    resized.observe(element.value)
  })
  onBeforeUnmount(() => resized.disconnect())
  return width
}
