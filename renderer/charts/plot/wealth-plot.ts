import { marketNames, type Market } from '#shared/strategy/statement/incomes.ts'
import type { Prices } from '#shared/strategy/statement/years/prices.ts'
import type { Role } from '#shared/strategy/statement/side.ts'
import type { Wealth } from '#shared/strategy/statement/years/wealth.ts'
import { marketLabels } from '#shared/strategy/statement/words/advisor-words.ts'
import { alignTo, unionOfAges } from '#shared/strategy/pick.ts'
import { converted } from '#shared/strategy/charts/dollars-of.ts'
import { rangeOf, type Plot, type ReadoutRow } from './plot.ts'
import type { ChartTokens } from '../tokens.ts'

type Wealths = Readonly<Record<Market, Wealth>>

/** A strategy's color: slate for today, teal for a plan, blue for the recommendation. */
export const roleColor = (role: Role, tokens: ChartTokens): string =>
  ({ today: tokens.current, plan: tokens.plan, recommended: tokens.revised })[role]

/** The markets for which the service sent wealth, from poor to good. */
export const drawnMarkets = (wealth: Wealths): readonly Market[] =>
  marketNames.filter((market) => wealth[market].ages.length > 0)

const dashes: Readonly<Record<Market, readonly number[]>> = {
  poor: [2, 3],
  average: [],
  good: [6, 4],
}

/**
 * Plots wealth by age: a band from poor to good markets, a line for each market with the chosen
 * market's line strongest, and the retirement age.
 */
export const wealthPlot = (
  wealth: Wealths,
  tokens: ChartTokens,
  {
    role,
    market,
    prices,
    retirementAge,
  }: {
    readonly role: Role
    readonly market: Market
    readonly prices: Prices | null
    readonly retirementAge: number | null
  },
): Plot => {
  const drawn = drawnMarkets(wealth)
  const x = unionOfAges(drawn.map((each) => wealth[each]))
  const over = (each: Market): Float64Array => {
    const { ages, wealth: values } = wealth[each]
    return alignTo(x, { ages, values: converted(ages, values, prices?.at ?? null) }, Number.NaN)
  }
  const color = roleColor(role, tokens)
  const lines = drawn.map((each) => ({
    values: over(each),
    color,
    width: each === market ? 2.75 : 1.25,
    dash: dashes[each],
  }))
  const [low, high] = [lines[0], lines.at(-1)]
  return {
    x,
    xWords: String,
    ticks: 5,
    bands:
      lines.length < 2 || low === undefined || high === undefined
        ? []
        : [{ low: low.values, high: high.values, color: `${color}${tokens.bandAlpha}` }],
    lines,
    marks:
      retirementAge === null ? [] : [{ at: retirementAge, label: `Retires at ${retirementAge}` }],
    most: rangeOf(lines.map(({ values }) => values)).most,
    least: 0,
  }
}

/** One row per market, with the best market first. */
export const wealthReadout = (
  wealth: Wealths,
  age: number,
  tokens: ChartTokens,
  {
    role,
    market,
    prices,
  }: { readonly role: Role; readonly market: Market; readonly prices: Prices | null },
): ReadoutRow[] =>
  drawnMarkets(wealth)
    .toReversed()
    .map((each) => ({
      key: each,
      label: marketLabels[each],
      color: roleColor(role, tokens),
      shape: each === 'average' ? 'line' : 'dashed',
      strong: each === market,
      cells: [wealth[each].at(age, prices)?.wealth ?? '–'],
    }))
