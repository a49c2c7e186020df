import type { PlanAccount } from './household.ts'
import { roundedShares } from './output/rounding.ts'

/**
 * Division of new money by an allocation: whole percents by position in its proportions, at most FutMax each, and none
 * for funds that advice never buys. `null` if nothing can take it.
 */
export const newMoneyOf = (
  { positions }: PlanAccount,
  percents: readonly number[],
): readonly number[] | null => {
  const room = positions.map(({ fund, mostNew }, index) =>
    (fund.role === 'core' || fund.role === 'targetDate') && (percents[index] ?? 0) > 0
      ? Math.floor(mostNew)
      : 0,
  )
  if (room.reduce((sum, most) => sum + most, 0) < 100) return null
  const given = positions.map(() => 0)
  // A full position leaves the rest to the others, so one round per position is enough.
  for (let round = 0; round < positions.length; round++) {
    const left = 100 - given.reduce((sum, percent) => sum + percent, 0)
    if (left <= 0) break
    const open = percents.map((percent, index) =>
      (given[index] ?? 0) < (room[index] ?? 0) ? percent : 0,
    )
    for (const [index, share] of roundedShares(open, left, 0).entries()) {
      given[index] = Math.min(room[index] ?? 0, (given[index] ?? 0) + share)
    }
  }
  return given
}
