import { alignTo, unionOfAges } from '#shared/strategy/pick.ts'
import { medianOf, type WealthFan } from '#shared/strategy/wealth-fan.ts'
import { dollars } from '../lib/format.ts'
import type { Played, ReadoutRow } from './picture.ts'
import { rangeOf, type Plot, type PlotBand, type PlotLine } from './plot/plot.ts'
import type { ChartTokens } from './tokens.ts'

/** The color of a strategy: slate for today, teal for a plan, blue for the recommendation. */
export const roleColor = (
  role: Played<unknown>['role'],
  tokens: ChartTokens,
  current: 'today' | 'plan',
): string =>
  role === 'revised' ? tokens.revised : current === 'plan' ? tokens.plan : tokens.current

interface Pair {
  readonly low: WealthFan['columns'][number]
  readonly high: WealthFan['columns'][number]
}

/** Percentiles paired to bands from the outside in; the median is a line. */
const pairsOf = (view: WealthFan): readonly Pair[] => {
  const median = medianOf(view)
  const edges = view.columns.filter((column) => column !== median)
  const below = edges.filter(({ percentage }) => (percentage ?? 101) < 50)
  const above = edges.filter(({ percentage }) => (percentage ?? 101) >= 50).reverse()
  return below.slice(0, above.length).map((low, index) => ({ low, high: above[index] ?? low }))
}

/** Wealth by age: a band between outer percentiles, the median as a line, retirement marked. */
export const wealthPlot = (
  fans: readonly Played<WealthFan>[],
  tokens: ChartTokens,
  current: 'today' | 'plan',
  most: number,
): Plot => {
  const x = unionOfAges(fans.map(({ view }) => ({ ages: view.ages, values: view.ages })))
  const over = (view: WealthFan, values: Float64Array): Float64Array =>
    alignTo(x, { ages: view.ages, values }, Number.NaN)
  const bands = fans.flatMap(({ role, view }) =>
    pairsOf(view).map(({ low, high }): PlotBand => ({
      low: over(view, low.values),
      high: over(view, high.values),
      color: `${roleColor(role, tokens, current)}${tokens.bandAlpha}`,
    })),
  )
  const lines = fans.flatMap(({ role, view }): PlotLine[] => {
    const median = medianOf(view)
    return median === null
      ? []
      : [
          {
            values: over(view, median.values),
            color: roleColor(role, tokens, current),
            width: role === 'current' && fans.length > 1 ? 2 : 2.5,
            dash: role === 'current' && fans.length > 1 ? [6, 4] : [],
          },
        ]
  })
  const retirements = Map.groupBy(
    fans.filter(({ view }) => view.retirementAge !== null),
    ({ view }) => view.retirementAge ?? 0,
  )
  return {
    x,
    xWords: String,
    stack: [],
    bands,
    lines,
    levels: [],
    marks: [...retirements].map(([at, who]) => ({
      at,
      label: `Retires at ${at}${retirements.size > 1 ? ` (${who.map(({ name }) => name).join(', ')})` : ''}`,
    })),
    least: 0,
    most,
  }
}

/** The largest value of all fans, for the common axis of charts side by side. */
export const wealthMost = (fans: readonly Played<WealthFan>[]): number =>
  rangeOf(fans.flatMap(({ view }) => view.columns.map(({ values }) => values))).most

/** A row for each percentile, the best market first, with a figure per strategy. */
export const wealthReadout = (
  fans: readonly Played<WealthFan>[],
  age: number,
  tokens: ChartTokens,
  current: 'today' | 'plan',
): ReadoutRow[] => {
  const [first] = fans
  const percentages = new Map(
    fans.flatMap(({ view }) =>
      view.columns.map((column) => [column.percentage, column.label] as const),
    ),
  )
  const lead = first === undefined ? tokens.current : roleColor(first.role, tokens, current)
  return [...percentages]
    .toSorted(([a], [b]) => (b ?? 101) - (a ?? 101))
    .map(([percentage, label]): ReadoutRow => {
      const isMiddle = first !== undefined && medianOf(first.view)?.percentage === percentage
      return {
        key: String(percentage),
        label,
        strong: isMiddle,
        swatch: isMiddle
          ? { color: lead, shape: 'line', hatch: 'none' }
          : { color: `${lead}${tokens.bandAlpha}`, shape: 'band', hatch: 'none' },
        cells: fans.map(({ view }) => {
          const column = view.columns.find((each) => each.percentage === percentage)
          const value = column?.values[view.ages.indexOf(age)]
          return value === undefined || Number.isNaN(value) ? '–' : dollars(value)
        }),
      }
    })
}
