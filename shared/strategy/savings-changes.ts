import type { SavingsComponent, Strategy } from '../express/reading.ts'
import { accountLabel, spelledOut } from './labels.ts'
import type { AccountMapping } from './pick.ts'

/** Kinds of saving that a participant's file tells apart. */
export type SavingKind = 'pretax' | 'posttax' | 'roth' | 'employer'

/** One kind of saving into one account, before and after. */
interface SavingsChange {
  readonly key: string
  /** Empty where the service names none. */
  readonly planId: string
  /** How a participant's file would name it; null where it is none of these. */
  readonly kind: SavingKind | null
  readonly account: string
  readonly label: string
  /** Percent of pay; `null` where the strategy does not list it. */
  readonly currentPercent: number | null
  readonly revisedPercent: number | null
  /** Dollars a year. */
  readonly currentDollars: number | null
  readonly revisedDollars: number | null
  readonly changed: boolean
}

interface SavingsTotal {
  readonly currentPercent: number | null
  readonly revisedPercent: number | null
  readonly currentDollars: number | null
  readonly revisedDollars: number | null
}

export interface SavingsChanges {
  readonly rows: readonly SavingsChange[]
  /** The service's own overall rate. */
  readonly total: SavingsTotal
}

interface Saving {
  readonly planId: string
  readonly kind: SavingKind | null
  readonly account: string
  readonly label: string
  readonly percent: number | null
  readonly dollars: number | null
}

const typeWords = ({ type, isRoth }: SavingsComponent): string => {
  const words = /^pre-?tax$/i.test(type) ? 'Pre-tax' : /^post-?tax$/i.test(type) ? 'Post-tax' : spelledOut(type)
  return isRoth && !/roth/i.test(words) ? (words === '' || words === 'Pre-tax' ? 'Roth' : `${words} (Roth)`) : words
}

const kindOf = ({ type, isRoth }: SavingsComponent): SavingKind | null => {
  if (/employer|match/i.test(type)) return 'employer'
  if (isRoth || /roth/i.test(type)) return 'roth'
  return /pre-?tax/i.test(type) ? 'pretax' : /(post|after)-?tax/i.test(type) ? 'posttax' : null
}

const add = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b)

const savingsOf = (strategy: Strategy | null, mappings: readonly AccountMapping[]): Map<string, Saving> => {
  const details = strategy?.savingsRateDetail.length ? strategy.savingsRateDetail : strategy?.accountSavingsRateDetail
  const savings = new Map<string, Saving>()
  for (const { account, components } of details ?? []) {
    for (const component of components) {
      const key = JSON.stringify([account, component.planId, component.type.toLowerCase(), component.isRoth])
      const known = savings.get(key)
      savings.set(key, {
        planId: component.planId || (mappings.find(({ accountId }) => accountId === account)?.planId ?? account),
        kind: kindOf(component),
        account: account === '' && component.planId !== '' ? component.planId : accountLabel(account, mappings),
        label: typeWords(component) || 'Savings',
        percent: add(known?.percent ?? null, component.value),
        dollars: add(known?.dollars ?? null, component.dollarAmount),
      })
    }
  }
  return savings
}

const differs = (a: number | null, b: number | null): boolean => a !== b && Math.abs((a ?? 0) - (b ?? 0)) > 1e-9

/** Savings by account and kind, joined over both strategies in the order sent. */
export const savingsChanges = (
  current: Strategy | null,
  revised: Strategy | null,
  mappings: readonly AccountMapping[] = [],
): SavingsChanges => {
  const before = savingsOf(current, mappings)
  const after = savingsOf(revised, mappings)
  const rows = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [now, then] = [before.get(key), after.get(key)]
    const named = then ?? now
    if (!named) return []
    const row = {
      currentPercent: now?.percent ?? null,
      revisedPercent: then?.percent ?? null,
      currentDollars: now?.dollars ?? null,
      revisedDollars: then?.dollars ?? null,
    }
    const changed =
      differs(row.currentPercent, row.revisedPercent) || differs(row.currentDollars, row.revisedDollars)
    return [{ key, planId: named.planId, kind: named.kind, account: named.account, label: named.label, ...row, changed }]
  })
  const overall = (strategy: Strategy | null) => ({
    percent: strategy?.savingsRateOverall?.value ?? strategy?.savingsRate ?? null,
    dollars: strategy?.savingsRateOverall?.dollarAmount ?? null,
  })
  const [now, then] = [overall(current), overall(revised)]
  return {
    rows,
    total: {
      currentPercent: now.percent,
      revisedPercent: then.percent,
      currentDollars: now.dollars,
      revisedDollars: then.dollars,
    },
  }
}
