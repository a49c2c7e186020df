import { useEventListener, usePreferredDark } from '@vueuse/core'
import { watchEffect } from 'vue'
import { useProgram } from '../workspace/program-store.ts'

/**
 * Keeps `<html class="dark">` in line with the setting, or with the computer's theme for "system".
 */
export const useTheme = (): void => {
  const program = useProgram()
  const systemDark = usePreferredDark()

  const show = (dark: boolean) => {
    document.documentElement.classList.toggle('dark', dark)
    document.documentElement.classList.toggle('light', !dark)
  }
  const showWanted = () => {
    const theme = program.settings?.theme ?? 'system'
    show(theme === 'dark' || (theme === 'system' && systemDark.value))
  }
  watchEffect(showWanted)

  // Printing always uses the light theme.
  useEventListener('beforeprint', () => show(false))
  useEventListener('afterprint', showWanted)
}
