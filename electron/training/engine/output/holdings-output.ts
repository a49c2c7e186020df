import { toNumericText } from '#shared/text/numeric-text.ts'
import { isAdvisable } from '../advice/advice.ts'
import { assetClasses, type Mix } from '../data/capital-markets.ts'
import { newMoneyOf } from '../holdings.ts'
import type { Household } from '../person/household.ts'
import { equityOf, riskLevelOf } from '../mixes.ts'
import { cents, times, roundedShares } from '../numbers.ts'
import type { Strategy } from '../plan.ts'

/** Percent as numeric text, adding up to 100. */
export const assetMixOf = (mix: Mix) => {
  const weights = roundedShares(mix, 100, 1)
  const Asset = assetClasses.flatMap((AssetClass, index) => {
    const weight = weights[index] ?? 0
    return weight > 0 ? [{ AssetClass, Weight: toNumericText(weight) }] : []
  })
  return { Asset, RiskLevel: Asset.length > 0 ? riskLevelOf(equityOf(mix)) : '' }
}

/** Mixes by account id, for the accounts that advice covers and for the others. */
export const accountMixes = (household: Household, { allocations }: Strategy) => {
  const those = (areCovered: boolean) =>
    allocations.filter(({ account }) => isAdvisable(household, account) === areCovered)
  return {
    advisable: Object.fromEntries(
      those(true).map(({ account, mix }) => [account.id, assetMixOf(mix)]),
    ),
    other: those(false).map(({ account, mix }) => ({ AssetMix: assetMixOf(mix), Id: account.id })),
  }
}

const mainClass = (mix: Mix) => assetClasses[mix.indexOf(Math.max(...mix))] ?? assetClasses[0]

/**
 * The funds by account id, in percent of the account and in dollars. Whole percents of new money are given only if the
 * funds change, because the file's format for today's elections is not specified. The row's shape is invented.
 */
export const investmentSelections = ({ allocations }: Strategy, current: Strategy) =>
  Object.fromEntries(
    allocations.map((allocation, index) => {
      const { account, percents } = allocation
      const isChanged = allocation !== current.allocations[index]
      const elections = isChanged ? newMoneyOf(account, percents) : null
      const rounded = roundedShares(percents, 100, 1)
      const amounts = roundedShares(percents, account.balance, 2)
      const rows = account.positions.map(({ fund, name }, position) => ({
        FundId: fund.id,
        FundName: name,
        AssetClass: mainClass(fund.mix),
        Percent: rounded[position] ?? 0,
        Amount: amounts[position] ?? 0,
        ExpenseRatio: fund.expenseRatio,
        ...(elections && { FuturePercent: elections[position] ?? 0 }),
      }))
      return [account.id, rows]
    }),
  )

const quarters = 4

/** The sale of one company's shares, one row for each quarter. The row's shape is invented. */
export const singleStockSales = ({ allocations }: Strategy, current: Strategy) =>
  allocations.flatMap(({ account: { id, balance, positions }, percents }, index) =>
    positions.flatMap(({ fund, name }, position) => {
      const from = current.allocations[index]?.percents[position] ?? 0
      const sold = from - (percents[position] ?? 0)
      if (!fund.singleStock || sold < 0.5) return []
      return times(quarters, (quarter) => ({
        AccountId: id,
        FundId: fund.id,
        FundName: name,
        Quarter: quarter + 1,
        FromPercent: cents(from - (sold * quarter) / quarters),
        ToPercent: cents(from - (sold * (quarter + 1)) / quarters),
        Amount: cents((balance * sold) / 100 / quarters),
      }))
    }),
  )
