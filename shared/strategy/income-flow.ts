import type { Strategy } from '../express/reading.ts'
import { alignTo } from './age-columns.ts'
import { incomeBySource, type IncomeBySource, type IncomeSource } from './income-by-source.ts'
import { percentileAt, type AccountMapping } from './pick.ts'
import { wholeDifference } from './whole-dollars.ts'

/**
 * Income by source, its taxes and the rest. `sources` and `totals` are before taxes; a negative source named for taxes
 * is not among them.
 */
export interface IncomeFlow extends IncomeBySource {
  /** Dollars a year, positive, as long as `ages`; `null` if not sent. */
  readonly taxes: Float64Array | null
  /** `totals` less `taxes`, dollars a year. */
  readonly net: Float64Array
  /** Index into `ages`: the earlier of retirement and the first income; -1 without income. */
  readonly start: number
}

/** A service may send taxes as a negative source. */
const isTax = ({ label, values }: IncomeSource): boolean =>
  /tax/i.test(label) && values.every((value) => value <= 0)

/** {@link IncomeFlow} of `strategy` at the percentile nearest `percentage` (0–100). Taxes are the answer's own column, else its tax series. */
export const incomeFlow = (
  strategy: Strategy,
  percentage: number,
  mappings: readonly AccountMapping[] = [],
): IncomeFlow => {
  const income = incomeBySource(strategy, percentage, mappings)
  const { ages } = income
  const sources = income.sources.filter((source) => !isTax(source))
  const column = percentileAt(strategy, percentage)?.taxes
  const among = income.sources.find(isTax)
  const taxes =
    column !== undefined && column.ages.length > 0
      ? alignTo(ages, column, 0)
      : (among?.values.map((value) => -value) ?? null)
  const totals = ages.map((_, index) =>
    sources.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  )
  const first = totals.findIndex((total) => total !== 0)
  const { retirementIndex } = income
  return {
    ...income,
    sources,
    totals,
    taxes,
    net: totals.map((total, index) => total - (taxes?.[index] ?? 0)),
    start: first < 0 || retirementIndex < 0 ? first : Math.min(first, retirementIndex),
  }
}

/**
 * The first age from retirement on at which income after taxes is under `need`, dollars a month; `null` if it never is.
 * Compares whole dollars a month, as a screen shows them.
 */
export const firstShortAge = (
  { ages, net, start, retirementIndex }: IncomeFlow,
  need: number | null,
): number | null => {
  const from = retirementIndex < 0 ? start : retirementIndex
  if (need === null || from < 0) return null
  for (let index = from; index < ages.length; index += 1) {
    if (wholeDifference((net[index] ?? 0) / 12, need) < 0) return ages[index] ?? null
  }
  return null
}
