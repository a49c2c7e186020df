import { balanceHistoryOf, type Course } from '../../charts/balances.ts'
import type { AccountMapping } from '../../pick.ts'
import type { Figure } from '../../../figures/figure.ts'
import { figure, fromAnswer } from '../make.ts'
import { idOf, type Side } from '../side.ts'

/** What each account held in the past. */
export interface PastBalances {
  /** Calendar time in years: March 2009 is 2009 + 2/12. */
  readonly times: Float64Array
  readonly accounts: readonly (Course & {
    /** Dollars, in the order of `times`; `null` for a time that was not sent. */
    readonly figures: readonly (Figure | null)[]
  })[]
}

/** The balances from {@link balanceHistoryOf} with their figures; `null` if their shape is unknown. */
export const pastBalancesOf = (
  side: Side,
  mappings: readonly AccountMapping[] = [],
): PastBalances | null => {
  const known = balanceHistoryOf(side.strategy, mappings)
  return (
    known && {
      times: known.times,
      accounts: known.accounts.map(({ points, ...account }) => {
        const byTime = new Map(points.map((point) => [point.time, point]))
        return {
          ...account,
          figures: Array.from(known.times, (time) => {
            const point = byTime.get(time)
            return point === undefined
              ? null
              : figure({
                  id: `${idOf(side)}/past/${point.place}`,
                  per: 'once',
                  steps: [fromAnswer(point.amount, `${side.path}.BalanceHistory${point.place}`)],
                  sentence: `What ${account.label} held on this day.`,
                  basis: 'Dollars of the day, as the service sends them.',
                })
          }),
        }
      }),
    }
  )
}
