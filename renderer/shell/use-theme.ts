import { onScopeDispose, ref, watchEffect } from 'vue'
import { useProgram } from '../stores/program-store.ts'

/** Keeps `<html class="dark">` in step with the setting, and for "system" with the computer. */
export const useTheme = (): void => {
  const program = useProgram()
  const media = window.matchMedia('(prefers-color-scheme: dark)')
  const systemDark = ref(media.matches)
  const follow = (): void => {
    systemDark.value = media.matches
  }
  media.addEventListener('change', follow)
  onScopeDispose(() => media.removeEventListener('change', follow))

  const show = (dark: boolean): void => {
    document.documentElement.classList.toggle('dark', dark)
    document.documentElement.classList.toggle('light', !dark)
  }
  const wanted = (): boolean => {
    const theme = program.settings?.theme ?? 'system'
    return theme === 'dark' || (theme === 'system' && systemDark.value)
  }
  watchEffect(() => show(wanted()))

  // Paper is white.
  const onPaper = (): void => show(false)
  const onScreen = (): void => show(wanted())
  window.addEventListener('beforeprint', onPaper)
  window.addEventListener('afterprint', onScreen)
  onScopeDispose(() => {
    window.removeEventListener('beforeprint', onPaper)
    window.removeEventListener('afterprint', onScreen)
  })
}
