import type { Strategy } from '#shared/express/reading.ts'
import { alignTo, percentileAt, type AccountMapping } from '#shared/strategy/pick.ts'
import {
  gatherSources,
  incomeBySource,
  type IncomeSource,
} from '#shared/strategy/income-by-source.ts'

/** Income by source in retirement, dollars a month at each age. */
export interface IncomeView {
  readonly ages: readonly number[]
  readonly sources: readonly {
    readonly key: string
    readonly kind: IncomeSource['kind']
    readonly label: string
    readonly months: readonly number[]
  }[]
  /** Paid out of the sources; null if none were sent. */
  readonly taxes: readonly number[] | null
  /** Income of the sources before taxes, and after them. */
  readonly gross: readonly number[]
  readonly net: readonly number[]
}

/** Difference below which two figures count as the same, share of the larger. */
const nearly = 0.02
const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= nearly * Math.max(Math.abs(one), Math.abs(other), 1)

/**
 * How a strategy's income, dollars a month, relates to its chart at the first age: income after taxes, before taxes, or
 * neither. The specification does not say which a service sends.
 */
export const basisOfIncome = (
  { gross, net, taxes }: IncomeView,
  month: number,
): 'afterTaxes' | 'beforeTaxes' | 'apart' => {
  if (isNear(net[0] ?? 0, month)) return 'afterTaxes'
  return taxes !== null && isNear(gross[0] ?? 0, month) ? 'beforeTaxes' : 'apart'
}

/** Accounts with their own color; nobody tells more apart on paper. */
const accountsAlone = 5

/** The income of `strategy` from retirement on at the percentile nearest `percentage`; null if none was sent. */
export const incomeView = (
  strategy: Strategy,
  percentage: number,
  mappings: readonly AccountMapping[],
): IncomeView | null => {
  const [income] = gatherSources([incomeBySource(strategy, percentage, mappings)], accountsAlone)
  if (income === undefined || income.sources.length === 0) return null
  const first =
    income.retirementIndex >= 0
      ? income.retirementIndex
      : income.totals.findIndex((total) => total > 0)
  if (first < 0) return null
  const months = (values: Float64Array): number[] =>
    Array.from(values.subarray(first), (year) => year / 12)
  // A service may send taxes as a negative source; they are shown apart.
  const isTax = ({ label, values }: IncomeSource): boolean =>
    /tax/i.test(label) && values.every((value) => value <= 0)
  const paying = income.sources.filter((source) => !isTax(source))
  if (paying.length === 0) return null
  const column = percentileAt(strategy, percentage)?.taxes
  const among = income.sources.find(isTax)
  const taxYears =
    column !== undefined && column.ages.length > 0
      ? alignTo(income.ages, column, 0)
      : (among?.values.map((value) => -value) ?? null)
  const sources = paying.map(({ key, kind, label, values }) => ({
    key,
    kind,
    label,
    months: months(values),
  }))
  const taxes = taxYears === null ? null : months(taxYears)
  const gross = Array.from(income.ages.subarray(first), (_, index) =>
    sources.reduce((sum, source) => sum + (source.months[index] ?? 0), 0),
  )
  return {
    ages: Array.from(income.ages.subarray(first)),
    sources,
    taxes,
    gross,
    net: gross.map((value, index) => value - (taxes?.[index] ?? 0)),
  }
}
