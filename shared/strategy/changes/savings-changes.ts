import type { Strategy } from '../../express/reading.ts'
import { answerSavings, type AnswerSavingsRow } from '../../savings/answer-savings.ts'
import { unknown, type Saving } from '../../savings/figures.ts'
import { identityKey } from '../../identity-key.ts'
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

/** Types with the same key mean the same savings: `Pretax`, `Pre-tax`, `PRE_TAX`. */
export const savingTypeKey = (type: string): string =>
  identityKey(type).replace(/[^\p{L}\p{N}]/gu, '')

/**
 * The account and the plan of a row that may name only one of them; empty if the mappings do not
 * say.
 */
const placeOf = (
  { account, planId }: Pick<AnswerSavingsRow, 'account' | 'planId'>,
  mappings: readonly AccountMapping[],
) => {
  const isOf = (id: string, named: string) => id !== '' && identityKey(named) === identityKey(id)
  return {
    planId: planId || (mappings.find(({ accountId }) => isOf(account, accountId))?.planId ?? ''),
    account: account || (mappings.find((each) => isOf(planId, each.planId))?.accountId ?? ''),
  }
}

/** The accounts and plans in `mappings`, and in rows of the strategies that name both. */
export const placesIn = (
  strategies: readonly (Strategy | null)[],
  mappings: readonly AccountMapping[],
): readonly AccountMapping[] => [
  ...mappings,
  ...strategies
    .flatMap((strategy) => answerSavings(strategy).rows)
    .filter(({ account, planId }) => account !== '' && planId !== '')
    .map(({ account, planId }) => ({ accountId: account, planId, planType: '' })),
]

/**
 * The keys of one strategy's rows, in the order of the rows. The same kind of savings into the same
 * account has the same key in every strategy, and no two rows in one strategy share a key. Two
 * spellings of one kind are numbered by spelling, so that each is matched with its counterpart
 * regardless of the order in which they are sent.
 */
export const savingKeys = (
  rows: readonly AnswerSavingsRow[],
  mappings: readonly AccountMapping[],
): readonly string[] => {
  const keyed = rows.map((row, index) => {
    const { account, planId } = placeOf(row, mappings)
    const isRoth = row.isRoth || row.kind === 'roth'
    const place = [identityKey(account), identityKey(planId)]
    const key = JSON.stringify([...place, savingTypeKey(row.type), isRoth, row.years])
    return { index, key, type: row.type }
  })
  return keyed.map(({ index, key, type }) => {
    const before = keyed.filter(
      (other) =>
        other.key === key && (other.type < type || (other.type === type && other.index < index)),
    ).length
    return before === 0 ? key : `${key} #${before + 1}`
  })
}

/** Both sides of a comparison: percent of pay and dollars a year, `null` where a strategy has none. */
const bothSides = (now: Saving = unknown, then: Saving = unknown) => ({
  currentPercent: now.percent,
  revisedPercent: then.percent,
  currentDollars: now.dollars,
  revisedDollars: then.dollars,
})
export type BothSides = Readonly<ReturnType<typeof bothSides>>

/** Savings by account and kind, joined from both strategies in the order sent. */
export const savingsChanges = (
  current: Strategy | null,
  revised: Strategy | null,
  mappings: readonly AccountMapping[] = [],
) => {
  const [now, then] = [answerSavings(current), answerSavings(revised)]
  const known = placesIn([current, revised], mappings)
  const byKey = (rows: readonly AnswerSavingsRow[]) => {
    const keys = savingKeys(rows, known)
    return new Map(rows.map((row, index) => [keys[index] ?? '', row]))
  }
  const [before, after] = [byKey(now.rows), byKey(then.rows)]
  const rows = [...new Map([...before, ...after])].map(([key, named]) => {
    const { account, planId, kind, type, isRoth, years, whose } = named
    const place = placeOf(named, known)
    return {
      key,
      /** The plan's id; the account's id if the plan is not named. */
      planId: place.planId || account,
      isPlanNamed: place.planId !== '',
      kind,
      type,
      isRoth,
      years,
      whose,
      /** The account's id; if the row names only a plan, the id of the plan's account, or the plan's own. */
      accountId: place.account || planId,
      account: account === '' && planId !== '' ? planId : accountLabel(account, mappings),
      label: savingTypeWords(named),
      ...bothSides(before.get(key), after.get(key)),
    }
  })
  return { rows }
}
export type SavingsChanges = Readonly<ReturnType<typeof savingsChanges>>
