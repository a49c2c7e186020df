import type { Strategy } from '#shared/express/reading.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { takesContributions } from '#shared/savings/limits.ts'
import type { RateLimits } from '#shared/savings/own-rates.ts'
import type { PersonRules } from '#shared/savings/saving-year.ts'
import { besideRate, typesOfFile } from '#shared/strategy/asked-rates.ts'
import { saverOf } from '#shared/strategy/unusual-for.ts'
import {
  nextKey,
  numberTyped,
  typedNumber,
  type SavingsDraft,
  type WhatIfDraft,
} from '../../../workspace/forecast/what-if.ts'

const words: Readonly<Record<string, string>> = {
  pretax: 'before tax',
  posttax: 'after tax',
  roth: 'Roth',
}
const kindOf = (type: string, isRoth: boolean) =>
  isRoth ? 'Roth' : (words[type.toLowerCase()] ?? type)

/**
 * Today's rates that a lever can move, in percent of pay. These are the participant's savings into
 * each plan, by type. They come from today's answer, or from the file if the answer has none.
 */
export const savingsLevers = (today: Strategy | null, profile: ParticipantProfile | null) => {
  const sent = (today?.savingsRateDetail ?? [])
    .flatMap(({ components }) => components)
    .filter(({ type, value }) => value !== null && type !== '' && !/employer|match/i.test(type))
    .map(({ planId, type, isRoth, value }) => ({
      planId,
      savingsType: type,
      kind: kindOf(type, isRoth),
      today: value ?? 0,
    }))
  const found = sent.length > 0 ? sent : fromFile(profile)
  const plans = new Set(found.map(({ planId }) => planId))
  // A request names a rate only by plan and type, so two rates with the same plan and type get no lever.
  const isAlone = ({ planId, savingsType }: (typeof found)[number]) =>
    found.filter((each) => each.planId === planId && each.savingsType === savingsType).length === 1
  return found.filter(isAlone).map(({ kind, ...lever }) => ({
    ...lever,
    label: `Save ${kind}${plans.size > 1 && lever.planId !== '' ? `, ${lever.planId}` : ''}`,
  }))
}

type SavingsLever = Readonly<ReturnType<typeof savingsLevers>[number]>

const fromFile = (profile: ParticipantProfile | null) =>
  (profile?.contributions ?? []).flatMap(({ kind, planId, rate }) =>
    kind === 'employer' || rate === null
      ? []
      : [
          {
            planId: planId || (profile?.accounts[0]?.planId ?? ''),
            savingsType: typesOfFile[kind],
            kind: kindOf(kind, false),
            today: rate,
          },
        ],
  )

/** True if the lever moves this row. */
export const isOf =
  (lever: SavingsLever) =>
  (row: SavingsDraft): boolean =>
    row.planId === lever.planId && row.savingsType === lever.savingsType

/** The rows after `text` was typed into a lever; an empty text removes the lever's row. */
export const withRate = (
  rows: readonly SavingsDraft[],
  lever: SavingsLever,
  text: string,
): SavingsDraft[] => {
  const others = rows.filter((row) => !isOf(lever)(row))
  if (text.trim() === '') return others
  const key = rows.find(isOf(lever))?.key ?? nextKey(rows)
  return [
    ...others,
    { key, planId: lever.planId, savingsType: lever.savingsType, value: text },
  ].toSorted((a, b) => a.key - b.key)
}

export const latestAge = 75

const rateNow = (lever: SavingsLever, draft: Pick<WhatIfDraft, 'savings'>) =>
  numberTyped(draft.savings.find(isOf(lever))?.value ?? '') ?? lever.today

/** The limits of `lever` while all other rates stay as in `draft`. */
const besideLever = (
  lever: SavingsLever,
  draft: Pick<WhatIfDraft, 'savings' | 'salary'>,
  profile: ParticipantProfile | null,
  rules: PersonRules,
) =>
  besideRate(
    { ...lever, percent: rateNow(lever, draft) },
    draft.savings.flatMap((row) => {
      const percent = isOf(lever)(row) ? null : numberTyped(row.value)
      return percent === null ? [] : [{ ...row, percent }]
    }),
    saverOf({ Salary: typedNumber(draft.salary) ?? undefined }, profile, new Date(), rules),
    profile,
  )

/** The limits to show for `lever` while all other rates stay as in `draft`. */
export const rateLimits = (...of: Parameters<typeof besideLever>): RateLimits =>
  besideLever(...of).limits

/**
 * The savings rate that a search moves: the first pre-tax rate into a plan that accepts
 * contributions, otherwise the first rate.
 */
export const mainRate = (
  today: Strategy | null,
  profile: ParticipantProfile | null,
  draft: Pick<WhatIfDraft, 'savings' | 'salary'>,
  rules: PersonRules,
) => {
  const levers = savingsLevers(today, profile)
  const open = levers.filter(({ planId }) =>
    (profile?.accounts ?? []).every((each) => each.planId !== planId || takesContributions(each)),
  )
  const lever = open.find(({ savingsType }) => /pre-?tax/i.test(savingsType)) ?? open[0]
  if (lever === undefined) return null
  const { beside, limits } = besideLever(lever, draft, profile, rules)
  return {
    lever,
    now: rateNow(lever, draft),
    /** The sum of the participant's other rates, percent of pay. */
    others: beside.reduce((sum, { percent }) => sum + percent, 0),
    most: Math.min(limits.plan ?? 100, limits.law?.percent ?? 100, 100),
  }
}
