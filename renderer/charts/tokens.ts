import { useMutationObserver } from '@vueuse/core'
import { computed, ref, type ComputedRef } from 'vue'

/** A source's fill: color and hatch together, so that color is never the only sign. */
export interface SourceStyle {
  readonly color: string
  readonly hatch: 'solid' | 'rising' | 'dots' | 'falling'
}

/** Every color of the charts in the theme on screen, in plain hexadecimal, which chart.js can compute with. */
export interface ChartTokens {
  readonly text: string
  readonly muted: string
  readonly grid: string
  readonly axis: string
  readonly surface: string
  /** Today: slate. */
  readonly current: string
  /** The levers' plan: teal. */
  readonly plan: string
  /** The recommendation: blue. */
  readonly revised: string
  readonly taxes: SourceStyle
  /** Hexadecimal opacity of a percentile band, for example `26`. */
  readonly bandAlpha: string
  readonly goal: string
  readonly socialSecurity: SourceStyle
  readonly pension: SourceStyle
  readonly accounts: readonly SourceStyle[]
  readonly other: SourceStyle
  readonly font: string
}

/**
 * Blue, purple, green, sky, moss, rose, ocher for taxes: distinguishable with every common kind of color vision, and by
 * hatch.
 */
const light: Omit<ChartTokens, 'font'> = {
  text: '#0f172a',
  muted: '#475569',
  grid: '#e8edf3',
  axis: '#cbd5e1',
  surface: '#ffffff',
  current: '#64748b',
  plan: '#15776f',
  revised: '#1d5fa6',
  taxes: { color: '#dba247', hatch: 'solid' },
  bandAlpha: '2b',
  goal: '#0f172a',
  socialSecurity: { color: '#2b5f9e', hatch: 'solid' },
  pension: { color: '#8a5a9e', hatch: 'rising' },
  accounts: [
    { color: '#2f9c8f', hatch: 'solid' },
    { color: '#74b7dd', hatch: 'dots' },
    { color: '#9bb53c', hatch: 'falling' },
    { color: '#b3567a', hatch: 'solid' },
    { color: '#7a6a55', hatch: 'rising' },
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
  plan: '#5cc4b8',
  revised: '#62b5f0',
  taxes: { color: '#e0ad4b', hatch: 'solid' },
  bandAlpha: '33',
  goal: '#f1f5f9',
  socialSecurity: { color: '#6ea3e0', hatch: 'solid' },
  pension: { color: '#bd92d4', hatch: 'rising' },
  accounts: [
    { color: '#3fb3a5', hatch: 'solid' },
    { color: '#8fcdf0', hatch: 'dots' },
    { color: '#b7cf63', hatch: 'falling' },
    { color: '#d987a6', hatch: 'solid' },
    { color: '#b8a58c', hatch: 'rising' },
  ],
  other: { color: '#8391a6', hatch: 'falling' },
}

/** The colors of the theme on screen, updated while the calling component lives. */
export const useChartTokens = (): ComputedRef<ChartTokens> => {
  const root = document.documentElement
  const isDark = ref(root.classList.contains('dark'))
  useMutationObserver(root, () => (isDark.value = root.classList.contains('dark')), {
    attributeFilter: ['class'],
  })
  return computed(() => ({
    ...(isDark.value ? dark : light),
    font: getComputedStyle(document.body).fontFamily,
  }))
}
