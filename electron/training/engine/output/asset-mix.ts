import { toNumericText } from '#shared/numeric-text.ts'
import { isAdvisable, type Strategy } from '../advice.ts'
import { assetClasses, type Mix } from '../data/capital-markets.ts'
import type { Household } from '../household.ts'
import { blend, emptyMix, equityOf, riskLevelOf } from '../mixes.ts'
import type { AssetMix } from '../service-shapes.ts'
import { roundedShares } from './rounding.ts'

const decimals = 1

/** Classes with a weight, percent as numeric text adding up to 100; an empty mix without any. */
export const assetMixOf = (mix: Mix): AssetMix => {
  const weights = roundedShares(mix, 100, decimals)
  const Asset = assetClasses.flatMap((AssetClass, index) => {
    const weight = weights[index] ?? 0
    return weight > 0 ? [{ AssetClass, Weight: toNumericText(weight) }] : []
  })
  return { Asset, RiskLevel: Asset.length > 0 ? riskLevelOf(equityOf(mix)) : '' }
}

/** Mix of the chosen accounts together, weighted by balance, or equally while all are empty. */
export const mixOfAccounts = (
  household: Household,
  strategy: Strategy,
  chosen: (index: number) => boolean = () => true,
): Mix => {
  const parts = household.accounts.flatMap((account, index) => {
    const allocation = strategy.allocations[index]
    return allocation && chosen(index) ? [{ mix: allocation.mix, balance: account.balance }] : []
  })
  const total = parts.reduce((sum, part) => sum + part.balance, 0)
  if (parts.length === 0) return emptyMix
  return blend(
    parts.map(({ mix, balance }) => ({
      mix,
      share: total > 0 ? balance / total : 1 / parts.length,
    })),
  )
}

/** Mixes of the accounts that advice covers, keyed by account id. */
export const advisableMixes = (
  household: Household,
  strategy: Strategy,
): Readonly<Record<string, AssetMix>> =>
  Object.fromEntries(
    household.accounts.flatMap((account, index) => {
      const allocation = strategy.allocations[index]
      return allocation && isAdvisable(household, index)
        ? [[account.id, assetMixOf(allocation.mix)]]
        : []
    }),
  )

/** Mixes of the accounts that advice leaves alone. */
export const otherMixes = (
  household: Household,
  strategy: Strategy,
): readonly { readonly AssetMix: AssetMix; readonly Id: string }[] =>
  household.accounts.flatMap((account, index) => {
    const allocation = strategy.allocations[index]
    return allocation && !isAdvisable(household, index)
      ? [{ AssetMix: assetMixOf(allocation.mix), Id: account.id }]
      : []
  })
