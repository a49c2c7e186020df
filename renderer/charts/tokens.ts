import { computed, onScopeDispose, ref, type ComputedRef } from 'vue'

/** How a source is filled: colour and hatch together, so that colour is never the only sign. */
export interface SourceStyle {
  readonly color: string
  readonly hatch: 'solid' | 'rising' | 'dots' | 'falling'
}

/** Every colour a picture uses, in the theme on screen. Plain hexadecimal, which chart.js can compute with. */
export interface ChartTokens {
  readonly text: string
  readonly muted: string
  readonly grid: string
  readonly axis: string
  readonly surface: string
  readonly current: string
  readonly revised: string
  /** Hexadecimal opacity of a percentile band, for example `26`. */
  readonly bandAlpha: string
  readonly goal: string
  readonly socialSecurity: SourceStyle
  readonly pension: SourceStyle
  readonly accounts: readonly SourceStyle[]
  readonly other: SourceStyle
  readonly font: string
}

/** Blue, purple, green, ochre, sky, rose: told apart by every common kind of colour vision, and by hatch. */
const light: Omit<ChartTokens, 'font'> = {
  text: '#0f172a',
  muted: '#475569',
  grid: '#e8edf3',
  axis: '#cbd5e1',
  surface: '#ffffff',
  current: '#64748b',
  revised: '#15776f',
  bandAlpha: '2b',
  goal: '#0f172a',
  socialSecurity: { color: '#2b5f9e', hatch: 'solid' },
  pension: { color: '#8a5a9e', hatch: 'rising' },
  accounts: [
    { color: '#2f9c8f', hatch: 'solid' },
    { color: '#d39a2d', hatch: 'dots' },
    { color: '#74b7dd', hatch: 'falling' },
    { color: '#b3567a', hatch: 'solid' },
    { color: '#7d8f3a', hatch: 'rising' },
  ],
  other: { color: '#94a3b8', hatch: 'falling' },
}

const dark: Omit<ChartTokens, 'font'> = {
  text: '#f1f5f9',
  muted: '#a8b5c7',
  grid: '#1f2b40',
  axis: '#3b4a62',
  surface: '#0f172a',
  current: '#94a3b8',
  revised: '#5cc4b8',
  bandAlpha: '33',
  goal: '#f1f5f9',
  socialSecurity: { color: '#6ea3e0', hatch: 'solid' },
  pension: { color: '#bd92d4', hatch: 'rising' },
  accounts: [
    { color: '#3fb3a5', hatch: 'solid' },
    { color: '#e0ad4b', hatch: 'dots' },
    { color: '#8fcdf0', hatch: 'falling' },
    { color: '#d987a6', hatch: 'solid' },
    { color: '#aabb66', hatch: 'rising' },
  ],
  other: { color: '#8391a6', hatch: 'falling' },
}

/** The colours for a theme; `font` is a CSS font family list. */
const chartTokens = (isDark: boolean, font: string): ChartTokens => ({
  ...(isDark ? dark : light),
  font,
})

/** The colours of the theme on screen, following it while the calling component lives. */
export const useChartTokens = (): ComputedRef<ChartTokens> => {
  const root = document.documentElement
  const isDark = ref(root.classList.contains('dark'))
  const observer = new MutationObserver(() => (isDark.value = root.classList.contains('dark')))
  observer.observe(root, { attributes: true, attributeFilter: ['class'] })
  onScopeDispose(() => observer.disconnect())
  return computed(() => chartTokens(isDark.value, getComputedStyle(document.body).fontFamily))
}
