import { onScopeDispose, ref, type Ref } from 'vue'

/** Below this height the chart comes right after the outcome, so that it is visible beside headline and levers. */
export const lowWindow = 920

/** The window's height in CSS pixels, updated live. */
export const useWindowHeight = (): Readonly<Ref<number>> => {
  const height = ref(window.innerHeight)
  const follow = (): void => {
    height.value = window.innerHeight
  }
  window.addEventListener('resize', follow)
  onScopeDispose(() => window.removeEventListener('resize', follow))
  return height
}
