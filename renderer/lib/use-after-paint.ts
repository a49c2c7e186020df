import { shallowRef, watch, type ShallowRef } from 'vue'

/**
 * `value`, delayed by one painted frame, so that slow drawing does not delay the figures beside it.
 * The first value is available at once.
 */
export const useAfterPaint = <T>(value: () => T): Readonly<ShallowRef<T>> => {
  const late = shallowRef(value())
  const follow = () => {
    late.value = value()
  }
  watch(value, () => {
    // A hidden window gets no frames, so it is updated immediately.
    if (document.hidden) follow()
    else requestAnimationFrame(() => setTimeout(follow))
  })
  return late
}
