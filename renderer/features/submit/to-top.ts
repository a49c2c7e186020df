import { nextTick, watch, type Ref } from 'vue'

/** Returns the screen to its top, with the focus, whenever `step` changes: a new step begins with its heading. */
export const useTopOfStep = (step: Ref<string>, top: Ref<HTMLElement | null>): void => {
  watch(step, async () => {
    await nextTick()
    top.value?.focus({ preventScroll: true })
    top.value?.closest('main')?.scrollTo({ top: 0 })
  })
}
