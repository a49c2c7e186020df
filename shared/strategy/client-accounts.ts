import type { Strategy } from '../express/reading.ts'
import { planTypeWords, taxableWords } from './labels.ts'
import type { AccountMapping } from './pick.ts'

/**
 * Mappings that give every account a name that clients know, based on its plan's type and never on
 * a code: `401(k)`, `401(k) 2`, `Taxable account`, or `Account 3` if the type is unknown. They
 * include the accounts of `strategies` that no mapping names.
 */
export const clientAccounts = (
  strategies: readonly Strategy[],
  mappings: readonly AccountMapping[],
): readonly AccountMapping[] => {
  const ids = new Set([
    ...mappings.map(({ accountId }) => accountId),
    ...strategies.flatMap((strategy) => [
      ...strategy.percentiles.flatMap(({ incomeSources, accountBalance }) =>
        [...incomeSources, ...accountBalance].map(({ account }) => account),
      ),
      ...[
        ...strategy.advisableMixes,
        ...strategy.investmentSelections,
        ...strategy.balanceHistory,
      ].map(({ accountId }) => accountId),
      ...[...strategy.savingsRateDetail, ...strategy.accountSavingsRateDetail].map(
        ({ account }) => account,
      ),
    ]),
  ])
  ids.delete('')
  const used = new Map<string, number>()
  return [...ids].map((accountId) => {
    const planType = mappings.find((each) => each.accountId === accountId)?.planType ?? ''
    const kind =
      taxableWords(planType) || planTypeWords(planType) || taxableWords(accountId) || 'Account'
    const count = (used.get(kind) ?? 0) + 1
    used.set(kind, count)
    return { accountId, planId: count === 1 ? kind : `${kind} ${count}`, planType: '' }
  })
}
