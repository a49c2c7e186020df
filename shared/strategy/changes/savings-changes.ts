import type { Strategy } from '../../express/reading.ts'
import { answerSavings, type AnswerSavingsRow } from '../../savings/answer-savings.ts'
import { answerLines, lineLabels, type SavingsLine } from '../../savings/lines.ts'
import { accountLabel, spelledOut } from '../labels.ts'
import type { AccountMapping } from '../pick.ts'

/** Both sides of a comparison: percent of pay and dollars a year, `null` if a strategy does not say. */
interface BothSides {
  readonly currentPercent: number | null
  readonly revisedPercent: number | null
  readonly currentDollars: number | null
  readonly revisedDollars: number | null
  readonly changed: boolean
}

/** One kind of saving into one account, before and after. */
interface SavingsChange extends BothSides {
  readonly key: string
  /** Empty if the service names none. */
  readonly planId: string
  /** False if the account's id stands in for an unnamed plan. */
  readonly isPlanNamed: boolean
  /** A participant's file uses this name; null for any other kind. */
  readonly kind: AnswerSavingsRow['kind']
  /** Type, IsRoth and NumberOfYears as sent, and whose money it is. */
  readonly type: string
  readonly isRoth: boolean
  readonly years: number | null
  readonly whose: AnswerSavingsRow['whose']
  /** The account's id; if the row names only a plan, the id of the plan's account, or the plan's own. */
  readonly accountId: string
  readonly account: string
  readonly label: string
}

/** Savings of the participant, the employer and both, before and after. */
export interface SavingsLineChange extends BothSides {
  readonly key: SavingsLine['key']
  readonly label: string
  /** Shown for an unknown side. */
  readonly currentAbsent: string
  readonly revisedAbsent: string
  /** The fields of the answer behind it. */
  readonly basis: string
}

export interface SavingsChanges {
  readonly rows: readonly SavingsChange[]
  readonly lines: readonly SavingsLineChange[]
  /** Contradictions between fields of the answer. */
  readonly remarks: readonly string[]
}

const typeWords = ({ type, isRoth, years }: AnswerSavingsRow): string => {
  const words = /^pre-?tax$/i.test(type)
    ? 'Pre-tax'
    : /^post-?tax$/i.test(type)
      ? 'Post-tax'
      : spelledOut(type)
  const roth =
    isRoth && !/roth/i.test(words)
      ? words === '' || words === 'Pre-tax'
        ? 'Roth'
        : `${words} (Roth)`
      : words
  return years === null ? roth || 'Savings' : `${roth || 'Savings'}, ${years} years`
}

const keyOf = ({ account, planId, type, isRoth, years }: AnswerSavingsRow): string =>
  JSON.stringify([account, planId, type.toLowerCase(), isRoth, years])

const differs = (a: number | null, b: number | null): boolean =>
  a !== b && Math.abs((a ?? 0) - (b ?? 0)) > 1e-9

interface Side {
  readonly percent: number | null
  readonly dollars: number | null
}
const bothSides = (now: Side | undefined, then: Side | undefined): BothSides => {
  const sides = {
    currentPercent: now?.percent ?? null,
    revisedPercent: then?.percent ?? null,
    currentDollars: now?.dollars ?? null,
    revisedDollars: then?.dollars ?? null,
  }
  const changed =
    differs(sides.currentPercent, sides.revisedPercent) ||
    differs(sides.currentDollars, sides.revisedDollars)
  return { ...sides, changed }
}

const order = Object.keys(lineLabels)

const lineChanges = (
  current: Strategy | null,
  revised: Strategy | null,
): readonly SavingsLineChange[] => {
  const [before, after] = [answerLines(current), answerLines(revised)]
  const keys = [...new Set([...before, ...after].map(({ key }) => key))].toSorted(
    (a, b) => order.indexOf(a) - order.indexOf(b),
  )
  return keys.flatMap((key) => {
    const [now, then] = [
      before.find((line) => line.key === key),
      after.find((line) => line.key === key),
    ]
    const named = then ?? now
    if (!named) return []
    const absent = {
      currentAbsent: now?.absent ?? 'not sent',
      revisedAbsent: then?.absent ?? 'not sent',
    }
    return [{ key, label: named.label, basis: named.basis, ...absent, ...bothSides(now, then) }]
  })
}

/** Savings by account and kind, joined over both strategies in the order sent, with their totals. */
export const savingsChanges = (
  current: Strategy | null,
  revised: Strategy | null,
  mappings: readonly AccountMapping[] = [],
): SavingsChanges => {
  const [now, then] = [answerSavings(current), answerSavings(revised)]
  const [before, after] = [now, then].map(
    ({ rows }) => new Map(rows.map((row) => [keyOf(row), row])),
  )
  const rows = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].flatMap(
    (key) => {
      const named = after?.get(key) ?? before?.get(key)
      if (!named) return []
      const { account, planId, kind, type, isRoth, years, whose } = named
      const mapped = mappings.find(({ accountId }) => accountId === account)?.planId
      return [
        {
          key,
          planId: planId || (mapped ?? account),
          isPlanNamed: (planId || (mapped ?? '')) !== '',
          ...{ kind, type, isRoth, years, whose },
          accountId:
            account || (mappings.find((mapping) => mapping.planId === planId)?.accountId ?? planId),
          account: account === '' && planId !== '' ? planId : accountLabel(account, mappings),
          label: typeWords(named),
          ...bothSides(before?.get(key), after?.get(key)),
        },
      ]
    },
  )
  return {
    rows,
    lines: lineChanges(current, revised),
    remarks: [...new Set([...now.remarks, ...then.remarks])],
  }
}
