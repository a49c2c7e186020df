import { marketNames, type Market, type MarketChoice } from './incomes.ts'
import type { Statement, StrategyStatement } from './statement.ts'

/** Which markets an answer has, and which percentiles stand for them. */

/** The markets in which any strategy has an income, from poor to good; only average markets if there is none. */
export const marketsIn = ({ strategies }: Pick<Statement, 'strategies'>): readonly Market[] => {
  const known = marketNames.filter((market) =>
    strategies.some(({ percentiles }) => percentiles[market] !== null),
  )
  return known.length === 0 ? ['average'] : known
}

/** A percentile up to this far from the chosen one is not mentioned. */
const near = 10

/**
 * Says that average markets are shown at a distant percentile, because the answer has no closer
 * one; otherwise empty.
 */
export const distantWords = (
  strategies: readonly StrategyStatement[],
  { average: wanted }: MarketChoice,
): string => {
  const used = strategies.flatMap(({ percentiles: { average } }) =>
    average === null || Math.abs(average - wanted) <= near ? [] : [average],
  )
  return used.length === 0
    ? ''
    : `The answer has no percentile near ${wanted}: average markets are its percentile ${[...new Set(used)].join(' and ')}.`
}
