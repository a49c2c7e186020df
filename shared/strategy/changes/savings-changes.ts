import type { Strategy } from '../../express/reading.ts'
import { answerSavings, type AnswerSavingsRow } from '../../savings/answer-savings.ts'
import { answerLines, lineLabels } from '../../savings/lines.ts'
import { unknown, type Figure } from '../../savings/figures.ts'
import { accountLabel, spelledOut } from '../labels.ts'
import type { AccountMapping } from '../pick.ts'

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

const keyOf = ({ account, planId, type, isRoth, years }: AnswerSavingsRow) =>
  JSON.stringify([account, planId, type.toLowerCase(), isRoth, years])

/** Both sides of a comparison: percent of pay and dollars a year, `null` if a strategy does not say. */
const bothSides = (now: Figure = unknown, then: Figure = unknown) => ({
  currentPercent: now.percent,
  revisedPercent: then.percent,
  currentDollars: now.dollars,
  revisedDollars: then.dollars,
})
export type BothSides = Readonly<ReturnType<typeof bothSides>>

const order = Object.keys(lineLabels)

/** Savings of the participant, the employer and both, before and after. */
const lineChanges = (current: Strategy | null, revised: Strategy | null) => {
  const [before, after] = [answerLines(current), answerLines(revised)]
  const named = new Map([...before, ...after].map((line) => [line.key, line]))
  return [...named.values()]
    .toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
    .map(({ key, label, basis }) => {
      const now = before.find((line) => line.key === key)
      const then = after.find((line) => line.key === key)
      return {
        key,
        label,
        /** The fields of the answer behind it. */
        basis,
        /** Shown for an unknown side. */
        currentAbsent: now?.absent ?? 'not sent',
        revisedAbsent: then?.absent ?? 'not sent',
        ...bothSides(now, then),
      }
    })
}
export type SavingsLineChange = Readonly<ReturnType<typeof lineChanges>[number]>

/** Savings by account and kind, joined over both strategies in the order sent, with their totals. */
export const savingsChanges = (
  current: Strategy | null,
  revised: Strategy | null,
  mappings: readonly AccountMapping[] = [],
) => {
  const [now, then] = [answerSavings(current), answerSavings(revised)]
  const byKey = (rows: readonly AnswerSavingsRow[]) => new Map(rows.map((row) => [keyOf(row), row]))
  const [before, after] = [byKey(now.rows), byKey(then.rows)]
  const rows = [...new Map([...before, ...after])].map(([key, named]) => {
    const { account, planId, kind, type, isRoth, years, whose } = named
    const mapped = mappings.find(({ accountId }) => accountId === account)?.planId
    return {
      key,
      /** The account's id stands in for an unnamed plan. */
      planId: planId || (mapped ?? account),
      isPlanNamed: (planId || (mapped ?? '')) !== '',
      kind,
      type,
      isRoth,
      years,
      whose,
      /** If the row names only a plan, the id of the plan's account, or the plan's own. */
      accountId:
        account || (mappings.find((mapping) => mapping.planId === planId)?.accountId ?? planId),
      account: account === '' && planId !== '' ? planId : accountLabel(account, mappings),
      label: typeWords(named),
      ...bothSides(before.get(key), after.get(key)),
    }
  })
  return {
    rows,
    lines: lineChanges(current, revised),
    /** Contradictions between fields of the answer. */
    remarks: [...new Set([...now.remarks, ...then.remarks])],
  }
}
export type SavingsChanges = Readonly<ReturnType<typeof savingsChanges>>
