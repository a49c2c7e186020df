import { onScopeDispose, ref, type Ref } from 'vue'

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
