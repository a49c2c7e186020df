import { useMutationObserver } from '@vueuse/core'
import { computed, ref, type ComputedRef } from 'vue'

/** A source's color and hatch. Every source has both, so that color is never the only sign. */
export interface SourceStyle {
  readonly color: string
  readonly hatch: 'solid' | 'rising' | 'dots' | 'falling'
}

/**
 * All chart colors of a theme in plain hexadecimal, as chart.js requires. Sources are blue, purple,
 * green, sky, moss and rose; taxes are ocher. They can be distinguished by hatch pattern, and with
 * every common kind of color vision.
 */
const tokensOf = (isDark: boolean) => {
  const pick = (light: string, dark: string) => (isDark ? dark : light)
  const style = (hatch: SourceStyle['hatch'], light: string, dark: string): SourceStyle => ({
    color: pick(light, dark),
    hatch,
  })
  return {
    text: pick('#0f172a', '#f1f5f9'),
    muted: pick('#475569', '#a8b5c7'),
    grid: pick('#e8edf3', '#1f2b40'),
    axis: pick('#cbd5e1', '#3b4a62'),
    surface: pick('#ffffff', '#0f172a'),
    /** Today: slate. */
    current: pick('#64748b', '#94a3b8'),
    /** The levers' plan: teal. */
    plan: pick('#15776f', '#5cc4b8'),
    /** The recommendation: blue. */
    revised: pick('#1d5fa6', '#62b5f0'),
    taxes: style('solid', '#dba247', '#e0ad4b'),
    /** Opacity of a percentile band, hexadecimal. */
    bandAlpha: pick('2b', '33'),
    goal: pick('#0f172a', '#f1f5f9'),
    socialSecurity: style('solid', '#2b5f9e', '#6ea3e0'),
    pension: style('rising', '#8a5a9e', '#bd92d4'),
    accounts: [
      style('solid', '#2f9c8f', '#3fb3a5'),
      style('dots', '#74b7dd', '#8fcdf0'),
      style('falling', '#9bb53c', '#b7cf63'),
      style('solid', '#b3567a', '#d987a6'),
      style('rising', '#7a6a55', '#b8a58c'),
    ],
    other: style('falling', '#94a3b8', '#8391a6'),
    font: getComputedStyle(document.body).fontFamily,
  }
}
export type ChartTokens = Readonly<ReturnType<typeof tokensOf>>

/** The colors of the current theme; follows the theme while the calling component lives. */
export const useChartTokens = (): ComputedRef<ChartTokens> => {
  const root = document.documentElement
  const isDark = ref(root.classList.contains('dark'))
  useMutationObserver(root, () => (isDark.value = root.classList.contains('dark')), {
    attributeFilter: ['class'],
  })
  return computed(() => tokensOf(isDark.value))
}
