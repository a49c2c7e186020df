import type { Figure } from '../../../figures/figure.ts'
import { gapOf, type Gap } from '../goal.ts'
import { incomeOf, type Market } from '../incomes.ts'
import type { StrategyStatement } from '../statement.ts'

/**
 * A strategy at other retirement ages, from its answer's table of ages. These are estimates without another forecast.
 */

/** Our own rule for every proposal: nobody is advised to work beyond this age. */
export const latestRetirement = 75

type OfStrategy = Pick<StrategyStatement, 'side' | 'percentiles' | 'goal' | 'retirementAge'>

export interface AtAge {
  readonly age: number
  /** Dollars a month. */
  readonly income: Figure
  /** `null` without a goal. */
  readonly gap: Gap | null
}

/** The strategy at `age`; `null` if its table does not reach that age. */
export const atAge = (
  { side, percentiles, goal }: OfStrategy,
  market: Market,
  age: number,
): AtAge | null => {
  const percentage = percentiles[market]
  const entry = side.strategy.percentiles.find((each) => each.percentage === percentage)
  const income = percentage === null ? null : incomeOf({ ...side, age }, entry ?? null)
  return income && { age, income, gap: gapOf(income, goal) }
}

/** All later ages in the table, up to {@link latestRetirement}. */
export const laterAges = (strategy: OfStrategy, market: Market): readonly AtAge[] => {
  const { retirementAge } = strategy
  if (retirementAge === null) return []
  const first = Math.floor(retirementAge) + 1
  const count = Math.max(0, latestRetirement - first + 1)
  return Array.from({ length: count }, (_, index) => first + index).flatMap(
    (age) => atAge(strategy, market, age) ?? [],
  )
}

/** True if a gap is known and closed. */
const isClosed = ({ gap }: AtAge): boolean => gap !== null && gap.kind !== 'short'

/** The first of `ages` that reaches the goal; `null` if none does, or if no goal is known. */
export const earliestOf = (ages: readonly AtAge[]): AtAge | null => ages.find(isClosed) ?? null

/**
 * The earliest age after the current one that reaches the goal according to the table; `null` if
 * none does, or if no goal is known.
 */
export const earliestAge = (strategy: OfStrategy, market: Market): AtAge | null =>
  earliestOf(laterAges(strategy, market))
