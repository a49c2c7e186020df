import type { Strategy } from '../advice.ts'
import { assetClasses } from '../data/capital-markets.ts'
import type { Household, PlanAccount } from '../household.ts'
import type { FullStrategyOutput } from '../service-shapes.ts'
import { newMoneyOf } from '../new-money.ts'
import { cents, roundedShares } from './rounding.ts'

type Selections = FullStrategyOutput['InvestmentSelections']

const mainClass = (mix: readonly number[]): string =>
  assetClasses[mix.indexOf(Math.max(...mix))] ?? assetClasses[0]

/** Whole percents of new money, only if the funds change: the file's format for today's elections is not specified. */
const rowsOf = (
  account: PlanAccount,
  percents: readonly number[],
  isChanged: boolean,
): Selections[string] => {
  const elections = isChanged ? newMoneyOf(account, percents) : null
  const rounded = roundedShares(percents, 100, 1)
  const amounts = roundedShares(percents, account.balance, 2)
  return account.positions.map(({ fund, name }, index) => {
    return {
      FundId: fund.id,
      FundName: name,
      AssetClass: mainClass(fund.mix),
      Percent: rounded[index] ?? 0,
      Amount: amounts[index] ?? 0,
      ExpenseRatio: fund.expenseRatio,
      ...(elections ? { FuturePercent: elections[index] ?? 0 } : {}),
    }
  })
}

/** The funds of every account, keyed by account id: percent of the account (0–100) and dollars. Row shape is our own. */
export const investmentSelections = (
  household: Household,
  strategy: Strategy,
  current: Strategy,
): Selections =>
  Object.fromEntries(
    household.accounts.map((account, index) => {
      const allocation = strategy.allocations[index]
      return [
        account.id,
        rowsOf(account, allocation?.percents ?? [], allocation !== current.allocations[index]),
      ]
    }),
  )

/** Months over which advice spreads the sale of one company's shares. */
const sellOffMonths = 12

/** The sale of one company's shares, one row a quarter for each account that sells; our own row shape. */
export const singleStockSales = (
  household: Household,
  strategy: Strategy,
  current: Strategy,
): FullStrategyOutput['CSSellOffData'] =>
  household.accounts.flatMap((account, index) =>
    account.positions.flatMap(({ fund, name }, position) => {
      const from = current.allocations[index]?.percents[position] ?? 0
      const to = strategy.allocations[index]?.percents[position] ?? 0
      if (!fund.singleStock || from - to < 0.5) return []
      const quarters = sellOffMonths / 3
      return Array.from({ length: quarters }, (_, quarter) => ({
        AccountId: account.id,
        FundId: fund.id,
        FundName: name,
        Quarter: quarter + 1,
        FromPercent: cents(from - ((from - to) * quarter) / quarters),
        ToPercent: cents(from - ((from - to) * (quarter + 1)) / quarters),
        Amount: cents((account.balance * (from - to)) / 100 / quarters),
      }))
    }),
  )
