import type { Strategy } from '../../express/reading.ts'
import { alignTo, indexOfAge, percentileWords, unionOfAges } from '../pick.ts'

/** One percentile's wealth over all ages of the fan; `NaN` if not sent. */
interface FanColumn {
  /** 0–100; `null` if not sent. */
  readonly percentage: number | null
  readonly label: string
  /** Dollars, as long as `ages`. */
  readonly values: Float64Array
}

/** Wealth by age, one column per percentile, ascending. */
export interface WealthFan {
  readonly type: string
  readonly ages: Float64Array
  readonly columns: readonly FanColumn[]
  readonly retirementAge: number | null
  /** Index into `ages`; -1 if unknown. */
  readonly retirementIndex: number
}

/** The fan of total wealth, or of the overall ending balance if total wealth was not sent. */
export const wealthFan = (strategy: Strategy): WealthFan => {
  const entries = strategy.percentiles
    .map((entry) => ({
      entry,
      column: entry.totalWealth.ages.length > 0 ? entry.totalWealth : entry.overallEndingBalance,
    }))
    .filter(({ column }) => column.ages.length > 0)
    .sort((a, b) => (a.entry.percentage ?? 101) - (b.entry.percentage ?? 101))
  const ages = unionOfAges(entries.map(({ column }) => column))
  return {
    type: strategy.type,
    ages,
    columns: entries.map(({ entry, column }) => ({
      percentage: entry.percentage,
      label: percentileWords(entry.label, entry.percentage),
      values: alignTo(ages, column, Number.NaN),
    })),
    retirementAge: strategy.retirementAge,
    retirementIndex: indexOfAge(ages, strategy.retirementAge),
  }
}

/** The column nearest the 50th percentile; `null` if the fan is empty. */
export const medianOf = (fan: WealthFan): FanColumn | null => {
  let best: FanColumn | null = null
  for (const column of fan.columns) {
    const distance = Math.abs((column.percentage ?? 1000) - 50)
    if (best === null || distance < Math.abs((best.percentage ?? 1000) - 50)) best = column
  }
  return best
}

/**
 * The first age from retirement on at which the column has under one dollar left; `null` if it never runs out or
 * nothing was sent.
 */
export const ageOfDepletion = (fan: WealthFan, column: FanColumn): number | null => {
  const from = Math.max(0, fan.retirementIndex)
  for (let index = from; index < fan.ages.length; index += 1) {
    const value = column.values[index]
    if (value !== undefined && value < 1) return fan.ages[index] ?? null
  }
  return null
}
