import type { Strategy } from '../advice.ts'
import type { Household } from '../household.ts'
import type { RisOutput } from '../service-shapes.ts'
import { cents } from './rounding.ts'

const annuityType = 'GMWB'
const fromAge = 55

/** Percent of all balances already in funds with a lifetime income. */
const securedPercent = ({ accounts }: Household): number => {
  const positions = accounts.flatMap((account) => account.positions)
  const total = positions.reduce((sum, { balance }) => sum + balance, 0)
  const secured = positions.reduce(
    (sum, { fund, balance }) => sum + (fund.lifetimeIncome ? balance : 0),
    0,
  )
  return total > 0 ? (secured / total) * 100 : 0
}

/**
 * A suggestion to secure part of the income, for people over 55 with something to secure; empty for everybody else.
 * Percent of the plan balances and dollars. Our own rule: less if Social Security and pensions already carry most of
 * the goal, and less by the part that lifetime-income funds already secure.
 */
export const incomeSecuring = (
  household: Household,
  strategy: Strategy,
  guaranteed: number,
): RisOutput => {
  const balance = household.accounts.reduce((sum, account) => sum + account.balance, 0)
  if (household.age <= fromAge || balance <= 0) return { AnnuityType: '', Recommendations: [] }
  const covered = household.incomeGoal > 0 ? guaranteed / household.incomeGoal : 1
  const wanted = strategy.type === 'Current' ? 0 : covered >= 0.8 ? 0 : covered >= 0.5 ? 15 : 25
  const percentage = Math.max(0, wanted - Math.round(securedPercent(household)))
  return {
    AnnuityType: annuityType,
    Recommendations: [
      {
        AnnuityType: annuityType,
        LoweringAnnuitizationAdvisable: covered >= 0.8,
        Percentage: percentage,
        Amount: cents((balance * percentage) / 100),
      },
    ],
  }
}
