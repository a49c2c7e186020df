import type { AssetMix, Strategy } from '../../express/reading.ts'
import { accountLabel, spelledOut } from '../labels.ts'
import type { AccountMapping } from '../pick.ts'

/** The usual order of asset classes, stocks first; other classes follow by weight. */
const usualOrder = [
  'largecap',
  'largecapgrowth',
  'largecapvalue',
  'midcap',
  'smallcap',
  'smallcapgrowth',
  'smallcapvalue',
  'international',
  'internationalequity',
  'nonus',
  'emergingmarkets',
  'realestate',
  'reit',
  'bond',
  'bonds',
  'usbond',
  'internationalbond',
  'tips',
  'highyield',
  'stablevalue',
  'cash',
] as const

const rankOf = (assetClass: string) => {
  const rank = usualOrder.findIndex(
    (name) => name === assetClass.toLowerCase().replace(/[^a-z]/g, ''),
  )
  return rank < 0 ? usualOrder.length : rank
}

/**
 * Weights in percent, by class. The unit is not specified, so a mix that adds up to one is read as fractions, and every
 * other mix as percent.
 */
const percentByClass = (mix: AssetMix | null): Map<string, number> => {
  const weights = new Map<string, number>()
  for (const { assetClass, weight } of mix?.assets ?? []) {
    if (weight !== null) weights.set(assetClass, (weights.get(assetClass) ?? 0) + weight)
  }
  const sum = [...weights.values()].reduce((total, weight) => total + weight, 0)
  if (Math.abs(sum - 1) < 0.02) for (const [key, weight] of weights) weights.set(key, weight * 100)
  return weights
}

/**
 * Compares Current with Revised over all their classes, except those that are zero in both. Values
 * are percents of the mix; `null` if the strategy has no mix, 0 if only this class is missing.
 */
export const assetMixComparison = (current: AssetMix | null, revised: AssetMix | null) => {
  const before = percentByClass(current)
  const after = percentByClass(revised)
  const weightIn = (weights: Map<string, number>, key: string) =>
    weights.size === 0 ? null : (weights.get(key) ?? 0)
  const rows = [...new Set([...before.keys(), ...after.keys()])].map((assetClass) => {
    const [now, then] = [weightIn(before, assetClass), weightIn(after, assetClass)]
    return {
      assetClass,
      label: spelledOut(assetClass) || 'Unnamed class',
      current: now,
      revised: then,
      /** Difference in percentage points. */
      difference: now === null || then === null ? null : then - now,
    }
  })
  const largest = (row: (typeof rows)[number]) => Math.max(row.current ?? 0, row.revised ?? 0)
  return {
    rows: rows
      .filter((row) => (row.current ?? 0) !== 0 || (row.revised ?? 0) !== 0)
      .sort((a, b) => rankOf(a.assetClass) - rankOf(b.assetClass) || largest(b) - largest(a)),
    currentRisk: current?.riskLevel ?? '',
    revisedRisk: revised?.riskLevel ?? '',
  }
}

export type AssetMixComparison = Readonly<ReturnType<typeof assetMixComparison>>

/**
 * One mix to compare: the household's, that of all accounts, one account's, or that of any other
 * scope that was sent.
 */
const scope = (id: string, label: string, before: AssetMix | null, after: AssetMix | null) => ({
  id,
  label,
  comparison: assetMixComparison(before, after),
})
export type AssetMixScope = Readonly<ReturnType<typeof scope>>

/** Every mix of either strategy, widest scope first; scopes without any class are left out. */
export const assetMixScopes = (
  current: Strategy | null,
  revised: Strategy | null,
  mappings: readonly AccountMapping[] = [],
): readonly AssetMixScope[] => {
  const both = [current, revised].filter((strategy) => strategy !== null)
  const accounts = both.flatMap(({ advisableMixes }) => advisableMixes.map((mix) => mix.accountId))
  const others = both.flatMap(({ otherMixes }) => otherMixes.map(({ id }) => id))
  const inAccount = (strategy: Strategy | null, id: string) =>
    strategy?.advisableMixes.find((mix) => mix.accountId === id)?.mix ?? null
  const inOther = (strategy: Strategy | null, id: string) =>
    strategy?.otherMixes.find((mix) => mix.id === id)?.mix ?? null
  return [
    scope('household', 'Household', current?.householdMix ?? null, revised?.householdMix ?? null),
    scope('overall', 'Overall', current?.overallMix ?? null, revised?.overallMix ?? null),
    ...[...new Set(accounts)].map((id) =>
      scope(
        `account/${id}`,
        accountLabel(id, mappings),
        inAccount(current, id),
        inAccount(revised, id),
      ),
    ),
    ...[...new Set(others)].map((id) =>
      scope(`other/${id}`, id || 'Other', inOther(current, id), inOther(revised, id)),
    ),
  ].filter(({ comparison }) => comparison.rows.length > 0)
}
