import type { Strategy } from '../../express/reading.ts'
import { answerSavings, type AnswerSavingsRow } from '../../savings/answer-savings.ts'
import { unknown, type Saving } from '../../savings/figures.ts'
import { accountLabel, spelledOut } from '../labels.ts'
import type { AccountMapping } from '../pick.ts'

/** A row's kind in words: `Pre-tax`, `Roth`, `Employer match`. */
export const savingTypeWords = ({
  type,
  isRoth,
  years,
}: Pick<AnswerSavingsRow, 'type' | 'isRoth' | 'years'>): string => {
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

/** The same kind of savings into the same account has the same key in every strategy. */
export const savingKey = ({ account, planId, type, isRoth, years }: AnswerSavingsRow) =>
  JSON.stringify([account, planId, type.toLowerCase(), isRoth, years])

/** Both sides of a comparison: percent of pay and dollars a year, `null` if a strategy does not say. */
const bothSides = (now: Saving = unknown, then: Saving = unknown) => ({
  currentPercent: now.percent,
  revisedPercent: then.percent,
  currentDollars: now.dollars,
  revisedDollars: then.dollars,
})
export type BothSides = Readonly<ReturnType<typeof bothSides>>

/** Savings by account and kind, joined over both strategies in the order sent. */
export const savingsChanges = (
  current: Strategy | null,
  revised: Strategy | null,
  mappings: readonly AccountMapping[] = [],
) => {
  const [now, then] = [answerSavings(current), answerSavings(revised)]
  const byKey = (rows: readonly AnswerSavingsRow[]) =>
    new Map(rows.map((row) => [savingKey(row), row]))
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
      label: savingTypeWords(named),
      ...bothSides(before.get(key), after.get(key)),
    }
  })
  return { rows }
}
export type SavingsChanges = Readonly<ReturnType<typeof savingsChanges>>
