import type { Strategy } from '../../express/reading.ts'
import { alignTo, indexOfAge, percentileWords, unionOfAges } from '../pick.ts'

/**
 * Total wealth by age, or the overall ending balance if total wealth was not sent. One column for each percentile,
 * ascending, in dollars; `NaN` if not sent.
 */
export const wealthFan = (strategy: Strategy) => {
  const entries = strategy.percentiles
    .map((entry) => ({
      entry,
      column: entry.totalWealth.ages.length > 0 ? entry.totalWealth : entry.overallEndingBalance,
    }))
    .filter(({ column }) => column.ages.length > 0)
    .sort((a, b) => (a.entry.percentage ?? 101) - (b.entry.percentage ?? 101))
  const ages = unionOfAges(entries.map(({ column }) => column))
  return {
    ages,
    columns: entries.map(({ entry, column }) => ({
      percentage: entry.percentage,
      label: percentileWords(entry.label, entry.percentage),
      values: alignTo(ages, column, Number.NaN),
    })),
    retirementAge: strategy.retirementAge,
    /** Index into `ages`; -1 if unknown. */
    retirementIndex: indexOfAge(ages, strategy.retirementAge),
  }
}
export type WealthFan = Readonly<ReturnType<typeof wealthFan>>
