import { onScopeDispose, ref, type Ref } from 'vue'

/** Under this height the picture comes right after the outcome, so that it is seen beside headline and levers. */
export const lowWindow = 920

/** The window's height in CSS pixels, kept up to date. */
export const useWindowHeight = (): Readonly<Ref<number>> => {
  const height = ref(window.innerHeight)
  const follow = (): void => {
    height.value = window.innerHeight
  }
  window.addEventListener('resize', follow)
  onScopeDispose(() => window.removeEventListener('resize', follow))
  return height
}
