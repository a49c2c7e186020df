import { z } from 'zod'

/** Of a year, or of a month. */
const periodSchema = z.enum(['year', 'month'])

/** What a service means by amounts for which the specification shows no unit. It is our reading, so a person may change it. */
export const readAsSchema = z.strictObject({
  sustainableIncome: periodSchema.default('year'),
  incomeGoal: periodSchema.default('year'),
  socialSecurity: periodSchema.default('year'),
  caseAmount: periodSchema.default('year'),
  incomeSources: periodSchema.default('year'),
  savingsDollars: periodSchema.default('year'),
  /** Of requests, but Case information's, for which the specification says a year. */
  salary: periodSchema.default('year'),
  pensionAmount: periodSchema.default('year'),
  /** Whether PenaltyAmount of Case information is off Amount already, or is still on it. */
  casePenalty: z.enum(['off', 'stillOn']).default('off'),
  /**
   * Percent a year by which Amount of Case information rises up to the first year of the pension that it is entered as; 0 where
   * Amount is in dollars of that year. The default is the long-range assumption of the Social Security trustees.
   */
  casePriceGrowth: z.number().min(0).max(20).default(2.4),
  /** Whether amounts of an answer over the ages are in dollars of today, or of the year in which they fall. */
  dollarsOf: z.enum(['notSaid', 'today', 'year']).default('notSaid'),
  /** Percent a year by which prices rise between the two. */
  priceGrowth: z.number().min(0).max(20).default(2.4),
})
export type ReadAs = z.infer<typeof readAsSchema>

/** The settings of {@link ReadAs} that are a period. */
export type ReadAsField = Exclude<
  keyof ReadAs,
  'casePenalty' | 'casePriceGrowth' | 'dollarsOf' | 'priceGrowth'
>
export type Period = ReadAs[ReadAsField]

/** The amounts of {@link readAsSchema} by the service's own names, and whether they come in an answer or go in a request. */
export const readAsFields = [
  { key: 'sustainableIncome', name: 'SustainableRetirementIncome', goes: false },
  { key: 'incomeGoal', name: 'NetRetirementIncomeGoal', goes: false },
  { key: 'socialSecurity', name: 'SocialSecurity of a strategy', goes: false },
  { key: 'incomeSources', name: 'IncomeSources and Taxes', goes: false },
  { key: 'savingsDollars', name: 'DollarAmount of savings', goes: false },
  { key: 'caseAmount', name: 'Amount of Case information', goes: false },
  { key: 'salary', name: 'Salary of a request', goes: true },
  { key: 'pensionAmount', name: 'Amount of PensionTypes', goes: true },
] as const satisfies readonly { key: ReadAsField; name: string; goes: boolean }[]
