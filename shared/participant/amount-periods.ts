import { z } from 'zod'
import type { ValuePath } from './value-path.ts'

/** How often the dollars of a participant's file come. The structure of the file is not specified, so it is our reading. */

const timesAYear = { year: 1, month: 12, halfMonth: 24, twoWeeks: 26, week: 52 } as const

/** The usual one first. */
export const amountPeriods = ['year', 'month', 'halfMonth', 'twoWeeks', 'week'] as const
export const amountPeriodSchema = z.enum(amountPeriods)
export type AmountPeriod = z.infer<typeof amountPeriodSchema>

/** In words that follow an amount: `$2,850 every two weeks`. */
export const periodWords: Readonly<Record<AmountPeriod, string>> = {
  year: 'a year',
  month: 'a month',
  halfMonth: 'twice a month',
  twoWeeks: 'every two weeks',
  week: 'a week',
}

/** The values of a mapping that are dollars of some period. */
export const amountFields = ['salary', 'pensionAmount', 'contributionAmount', 'matchMost'] as const
export type AmountField = (typeof amountFields)[number]

/** What each of them is read as; a mapping that says nothing of it reads a year. */
export const amountsSchema = z.strictObject({
  salary: amountPeriodSchema.default('year'),
  pensionAmount: amountPeriodSchema.default('year'),
  contributionAmount: amountPeriodSchema.default('year'),
  matchMost: amountPeriodSchema.default('year'),
})
export type Amounts = z.infer<typeof amountsSchema>

/** To the cent, since what is a fraction of a cent comes from multiplying. */
export const aYearOf = (amount: number, period: AmountPeriod): number =>
  period === 'year' ? amount : Math.round(amount * timesAYear[period] * 100) / 100

/** The amount as the file has it, of what {@link aYearOf} made a year's. */
const asInFile = (aYear: number, period: AmountPeriod): number =>
  period === 'year' ? aYear : Math.round((aYear / timesAYear[period]) * 100) / 100

/** Dollars a year with the dollars of the file that they were made of, where those are another period's. */
export interface ReadAmount {
  readonly aYear: number
  readonly period: AmountPeriod | undefined
}

/** How the file has it, `$2,850 every two weeks`, by `dollars`; empty where it is a year's there as well. */
export const inFileWords = (
  { aYear, period = 'year' }: ReadAmount,
  dollars: (amount: number) => string,
): string => (period === 'year' ? '' : `${dollars(asInFile(aYear, period))} ${periodWords[period]}`)

const named: readonly (readonly [RegExp, AmountPeriod])[] = [
  [/annual|yearly|peryear/, 'year'],
  [/semi[._-]?monthly/, 'halfMonth'],
  [/monthly|permonth/, 'month'],
  [/bi[._-]?weekly/, 'twoWeeks'],
  [/weekly|perweek/, 'week'],
]

/** The period that a name says, whatever its case: `AnnualPay`, `Monthly_Amount`; null where it says none. */
export const periodInName = (name: string): AmountPeriod | null =>
  named.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1] ?? null

/** The period that a place says by its own name, or by the value of the attribute that it asks for: `Pay[@Every=BiWeekly]`. */
export const periodOfPlace = ({ steps, attribute }: ValuePath): AmountPeriod | null => {
  const last = steps.at(-1)
  return periodInName(attribute ?? last?.key ?? '') ?? periodInName(last?.where?.is ?? '')
}
