import { z } from 'zod'
import type { Said } from '../figures/figure.ts'
import { givenFigure } from '../figures/given.ts'
import { said } from '../figures/said.ts'
import type { ValuePath } from './mapping.ts'

/**
 * How many times a year an amount in a participant file is paid. This is our own reading, because
 * the file's structure is not specified.
 */

const timesAYear = { year: 1, month: 12, halfMonth: 24, twoWeeks: 26, week: 52 } as const

/** All periods, the default first. */
export const amountPeriods = ['year', 'month', 'halfMonth', 'twoWeeks', 'week'] as const
export const amountPeriodSchema = z.enum(amountPeriods)
export type AmountPeriod = z.infer<typeof amountPeriodSchema>
const inYears = amountPeriodSchema.default('year')

/** The periods in words that follow an amount: `$2,850 every two weeks`. */
export const periodWords: Readonly<Record<AmountPeriod, string>> = {
  year: 'a year',
  month: 'a month',
  halfMonth: 'twice a month',
  twoWeeks: 'every two weeks',
  week: 'a week',
}

/** Mapping values that are dollars in some period. */
export const amountFields = ['salary', 'pensionAmount', 'contributionAmount', 'matchMost'] as const
export type AmountField = (typeof amountFields)[number]

/** The period of each amount; a year unless the mapping says otherwise. */
export const amountsSchema = z.strictObject({
  salary: inYears,
  pensionAmount: inYears,
  contributionAmount: inYears,
  matchMost: inYears,
})
export type Amounts = z.infer<typeof amountsSchema>

/**
 * Converts an amount to dollars a year. The result is rounded to the cent, because fractions of a
 * cent only come from the multiplication.
 */
export const aYearOf = (amount: number, period: AmountPeriod): number =>
  period === 'year' ? amount : Math.round(amount * timesAYear[period] * 100) / 100

/** Converts dollars a year back to the file's amount, the inverse of {@link aYearOf}. */
export const asInFile = (aYear: number, period: AmountPeriod): number =>
  period === 'year' ? aYear : Math.round((aYear / timesAYear[period]) * 100) / 100

/**
 * The file's amount from which dollars a year were computed, such as `$2,850 every two weeks`;
 * `what` says what the amount is. Empty if the file's amount is for a year.
 */
export const inFileWords = (
  { aYear, period = 'year' }: { readonly aYear: number; readonly period: AmountPeriod | undefined },
  what: string,
): Said => {
  if (period === 'year') return []
  const amount = asInFile(aYear, period)
  const figure = givenFigure(amount, {
    id: `file/${what}/${period}/${amount}`,
    per: period === 'month' ? 'month' : 'once',
    origin: { from: 'file', what },
    sentence: `${what}, in the file’s own period.`,
    basis: `Dollars ${periodWords[period]}, by the mapping of the file.`,
  })
  return said`${figure} ${periodWords[period]}`
}

const named: readonly (readonly [RegExp, AmountPeriod])[] = [
  [/annual|yearly|peryear/, 'year'],
  [/semi[._-]?monthly/, 'halfMonth'],
  [/monthly|permonth/, 'month'],
  [/bi[._-]?weekly/, 'twoWeeks'],
  [/weekly|perweek/, 'week'],
]

/** The period that a name contains, in any case: `AnnualPay`, `Monthly_Amount`; null if it contains none. */
export const periodInName = (name: string): AmountPeriod | null =>
  named.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1] ?? null

/**
 * The period contained in the last name of a path, or in the attribute value that the path
 * requires: `Pay[@Every=BiWeekly]`.
 */
export const periodOfPlace = ({ steps, attribute }: ValuePath): AmountPeriod | null => {
  const last = steps.at(-1)
  return periodInName(attribute ?? last?.key ?? '') ?? periodInName(last?.where?.is ?? '')
}
