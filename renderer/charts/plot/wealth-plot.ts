import { alignTo, unionOfAges } from '#shared/strategy/pick.ts'
import { medianOf, type WealthFan } from '#shared/strategy/pictures/wealth-fan.ts'
import { dollars } from '../../lib/format.ts'
import type { DrawnStrategy, Played } from '../board.ts'
import { rangeOf, type Plot, type ReadoutRow } from './plot.ts'
import type { ChartTokens } from '../tokens.ts'

/** The color of a strategy: slate for today, teal for a plan, blue for the recommendation. */
export const roleColor = (
  role: Played<unknown>['role'],
  tokens: ChartTokens,
  current: DrawnStrategy['role'],
): string =>
  role === 'revised' ? tokens.revised : current === 'plan' ? tokens.plan : tokens.current

/** Percentiles paired to bands from the outside in; the median is a line. */
const pairsOf = (view: WealthFan) => {
  const median = medianOf(view)
  const edges = view.columns.filter((column) => column !== median)
  const below = edges.filter(({ percentage }) => (percentage ?? 101) < 50)
  const above = edges.filter((column) => !below.includes(column)).toReversed()
  return below.slice(0, above.length).map((low, index) => ({ low, high: above[index] ?? low }))
}

/** Wealth by age: a band between outer percentiles, the median as a line, retirement marked. */
export const wealthPlot = (
  fans: readonly Played<WealthFan>[],
  tokens: ChartTokens,
  current: DrawnStrategy['role'],
  most: number,
): Plot => {
  const x = unionOfAges(fans.map(({ view }) => view))
  const over = (view: WealthFan, values: Float64Array): Float64Array =>
    alignTo(x, { ages: view.ages, values }, Number.NaN)
  const bands = fans.flatMap(({ role, view }) =>
    pairsOf(view).map(({ low, high }) => ({
      low: over(view, low.values),
      high: over(view, high.values),
      color: `${roleColor(role, tokens, current)}${tokens.bandAlpha}`,
    })),
  )
  const lines = fans.flatMap(({ role, view }) => {
    const median = medianOf(view)
    if (median === null) return []
    const look =
      role === 'current' && fans.length > 1 ? { width: 2, dash: [6, 4] } : { width: 2.5, dash: [] }
    return [{ ...look, values: over(view, median.values), color: roleColor(role, tokens, current) }]
  })
  const retirements = Map.groupBy(
    fans.filter(({ view }) => view.retirementAge !== null),
    ({ view }) => view.retirementAge ?? 0,
  )
  return {
    x,
    xWords: String,
    bands,
    lines,
    most,
    marks: [...retirements].map(([at, who]) => ({
      at,
      label: `Retires at ${at}${retirements.size > 1 ? ` (${who.map(({ name }) => name).join(', ')})` : ''}`,
    })),
    least: 0,
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
  current: DrawnStrategy['role'],
): ReadoutRow[] => {
  const [first] = fans
  const percentages = new Map(
    fans.flatMap(({ view }) => view.columns).map(({ percentage, label }) => [percentage, label]),
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
        color: isMiddle ? lead : `${lead}${tokens.bandAlpha}`,
        shape: isMiddle ? 'line' : 'fill',
        cells: fans.map(({ view }) => {
          const column = view.columns.find((each) => each.percentage === percentage)
          const value = column?.values[view.ages.indexOf(age)]
          return value === undefined || Number.isNaN(value) ? '–' : dollars(value)
        }),
      }
    })
}
