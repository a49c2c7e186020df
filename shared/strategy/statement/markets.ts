import { marketNames, type Market, type MarketChoice } from './incomes.ts'
import type { Statement, StrategyStatement } from './statement.ts'

/** Which markets an answer has, and what stands for them. */

/** Markets with an income of any strategy, from poor to good; average markets if none has one. */
export const marketsIn = ({ strategies }: Pick<Statement, 'strategies'>): readonly Market[] => {
  const known = marketNames.filter((market) =>
    strategies.some(({ percentiles }) => percentiles[market] !== null),
  )
  return known.length === 0 ? ['average'] : known
}

/** How far a percentile may be from the chosen one without a word. */
const near = 10

/** Says that average markets are a distant percentile, because the answer has none near; else empty. */
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
