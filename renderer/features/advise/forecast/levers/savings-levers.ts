import type { Strategy } from '#shared/express/reading.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import type { SavingsDraft } from '../what-if.ts'

/** A rate of today that can be moved: what the participant puts into a plan themselves, by type. */
export interface SavingsLever {
  readonly planId: string
  readonly savingsType: string
  readonly label: string
  /** Percent of pay. */
  readonly today: number
}

const words: Readonly<Record<string, string>> = {
  pretax: 'before tax',
  posttax: 'after tax',
  roth: 'Roth',
}
const kindOf = (type: string, isRoth: boolean): string =>
  isRoth ? 'Roth' : (words[type.toLowerCase()] ?? type)

/** The rates that today's answer names, without the employer's; of the file where the answer names none. */
export const savingsLevers = (
  today: Strategy | null,
  profile: ParticipantProfile | null,
): readonly SavingsLever[] => {
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
  // A request names a rate by plan and type alone: rates that share both have no lever of their own.
  const isAlone = ({ planId, savingsType }: (typeof found)[number]): boolean =>
    found.filter((each) => each.planId === planId && each.savingsType === savingsType).length === 1
  return found.filter(isAlone).map(({ kind, ...lever }) => ({
    ...lever,
    label: `Save ${kind}${plans.size > 1 && lever.planId !== '' ? `, ${lever.planId}` : ''}`,
  }))
}

const typesOfFile = { pretax: 'Pretax', posttax: 'PostTax', roth: 'Roth' } as const

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

const isOf =
  (lever: SavingsLever) =>
  (row: SavingsDraft): boolean =>
    row.planId === lever.planId && row.savingsType === lever.savingsType

/** What is typed for a lever; empty at rest. */
export const rateTyped = (rows: readonly SavingsDraft[], lever: SavingsLever): string =>
  rows.find(isOf(lever))?.value ?? ''

/** The rows with `text` for a lever; at rest it has none. */
export const withRate = (
  rows: readonly SavingsDraft[],
  lever: SavingsLever,
  text: string,
): SavingsDraft[] => {
  const others = rows.filter((row) => !isOf(lever)(row))
  if (text.trim() === '') return others
  const key = rows.find(isOf(lever))?.key ?? Math.max(-1, ...rows.map((row) => row.key)) + 1
  return [
    ...others,
    { key, planId: lever.planId, savingsType: lever.savingsType, value: text },
  ].toSorted((a, b) => a.key - b.key)
}

/** Whether one of `levers` stands for the row. */
export const isOnLever = (row: SavingsDraft, levers: readonly SavingsLever[]): boolean =>
  levers.some((lever) => isOf(lever)(row))
