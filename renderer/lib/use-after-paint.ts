import { shallowRef, watch, type ShallowRef } from 'vue'

/**
 * `value`, later than the rest of the page by one painted frame: what takes long to draw does not hold up the figures
 * beside it. The first value is there at once.
 */
export const useAfterPaint = <T>(value: () => T): Readonly<ShallowRef<T>> => {
  const late = shallowRef(value())
  const follow = () => {
    late.value = value()
  }
  watch(value, () => {
    // A hidden window paints nothing and calls for no frame.
    if (document.hidden) follow()
    else requestAnimationFrame(() => setTimeout(follow))
  })
  return late
}
