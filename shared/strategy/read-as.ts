import type { CaseInformationReading, Strategy } from '../express/reading.ts'
import { readAsSchema, type ReadAs } from '../ipc/environment-views.ts'

/** Amounts for which the specification shows no unit, brought to dollars a year by the setting of their environment. */

/** What an environment without a setting of its own has. */
export const usualReadAs: ReadAs = readAsSchema.parse({})

export const isUsual = (readAs: ReadAs): boolean =>
  Object.values(readAs).every((period) => period === 'year')

const perYear = (amount: number | null, period: ReadAs[keyof ReadAs]): number | null =>
  amount === null || period === 'year' ? amount : amount * 12

/** The strategies with incomes, goals and Social Security in dollars a year; the same ones where they are sent so. */
export const strategiesInYears = (
  strategies: readonly Strategy[],
  readAs: ReadAs,
): readonly Strategy[] =>
  isUsual(readAs)
    ? strategies
    : strategies.map((strategy) => ({
        ...strategy,
        goal: perYear(strategy.goal, readAs.incomeGoal),
        goalParticipant: perYear(strategy.goalParticipant, readAs.incomeGoal),
        percentiles: strategy.percentiles.map((entry) => ({
          ...entry,
          sustainableRetirementIncome: perYear(
            entry.sustainableRetirementIncome,
            readAs.sustainableIncome,
          ),
        })),
        socialSecurity: strategy.socialSecurity.map((row) => ({
          ...row,
          amount: perYear(row.amount, readAs.socialSecurity),
          grossAmount: perYear(row.grossAmount, readAs.socialSecurity),
          fullBenefitAmount: perYear(row.fullBenefitAmount, readAs.socialSecurity),
        })),
      }))

/** Case information with its amounts in dollars a year. */
export const caseInYears = (
  reading: CaseInformationReading,
  { caseAmount }: ReadAs,
): CaseInformationReading => ({
  ...reading,
  socialSecurity: reading.socialSecurity.map((row) => ({
    ...row,
    amount: perYear(row.amount, caseAmount),
    penaltyAmount: perYear(row.penaltyAmount, caseAmount),
  })),
})
