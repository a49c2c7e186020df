import { z } from 'zod'

export const periodSchema = z.enum(['year', 'month'])
const inYears = periodSchema.default('year')

/**
 * How to read amounts whose unit is not specified. The defaults are our own choice, so a user may
 * change them.
 */
export const readAsSchema = z.strictObject({
  sustainableIncome: inYears,
  incomeGoal: inYears,
  socialSecurity: inYears,
  caseAmount: inYears,
  incomeSources: inYears,
  savingsDollars: inYears,
  /** Only for requests. By the specification, Case information's Salary is yearly. */
  salary: inYears,
  pensionAmount: inYears,
  /**
   * `off` means that Case information's Amount is already net of PenaltyAmount. `stillOn` means
   * that the penalty must still be subtracted.
   */
  casePenalty: z.enum(['off', 'stillOn']).default('off'),
  /**
   * Percent a year by which Case information's Amount rises until the first year of the pension
   * that replaces it; 0 if Amount is already in that year's dollars. The default is the long-range
   * assumption of the Social Security trustees.
   */
  casePriceGrowth: z.number().min(0).max(20).default(2.4),
  /**
   * Whether an answer's amounts by age are in today's dollars or in dollars of the year in which
   * the person reaches that age.
   */
  dollarsOf: z.enum(['notSaid', 'today', 'year']).default('notSaid'),
  /** Percent a year by which prices rise. */
  priceGrowth: z.number().min(0).max(20).default(2.4),
})
export type ReadAs = z.infer<typeof readAsSchema>

/** The settings of {@link ReadAs} whose value is a period. */
export type ReadAsField = Exclude<
  keyof ReadAs,
  'casePenalty' | 'casePriceGrowth' | 'dollarsOf' | 'priceGrowth'
>
export type Period = ReadAs[ReadAsField]

/**
 * The amounts in {@link readAsSchema}, by the service's names, and whether requests contain them.
 */
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
