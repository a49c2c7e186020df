import { submissionNamed } from '#shared/express/operations.ts'
import type { EarlierRequest } from '#shared/desk/report-rows.ts'
import { identityKey, searchKey } from '#shared/identity-key.ts'
import type { EnvironmentView } from '#shared/environments/environment.ts'
import { date } from '../../../lib/format.ts'
import { isSamePlace } from '#shared/environments/same-place.ts'
import { emptyRow, type PlanRow } from '../../../workspace/submission/plans/plan-rows.ts'
import type { CallTyped } from '../call-typed.ts'

export interface KnownPlanRow extends PlanRow {
  readonly said: string
}

/**
 * Accepted requests sent to that environment at its current address, newest first. A declined
 * request may contain a wrong number, and in another environment the same number may belong to
 * somebody else.
 */
const acceptedIn = (
  requests: readonly EarlierRequest[],
  now: Pick<EnvironmentView, 'id' | 'place'> | null,
): readonly EarlierRequest[] =>
  requests.filter(
    ({ outcome, environment }) =>
      outcome === 'accepted' && now !== null && isSamePlace(environment, now),
  )

/** Participants from the accepted receipts on this computer. Each plan comes with its newest receipt. */
export const callersIn = (...asked: Parameters<typeof acceptedIn>) =>
  [...Map.groupBy(acceptedIn(...asked), ({ participantId }) => identityKey(participantId))].map(
    ([key, requests]) => {
      const { firstName = '', lastName = '' } = requests.find((each) => each.lastName !== '') ?? {}
      const plans = requests.flatMap(({ plans: named, operation, sentAt }) =>
        named.map(({ planId, planType }) => ({ planId, planType, operation, at: sentAt })),
      )
      return {
        key,
        participantId: requests[0]?.participantId ?? '',
        firstName,
        lastName,
        plans: [...Map.groupBy(plans, ({ planId }) => identityKey(planId)).values()].flatMap(
          ([newest]) => newest ?? [],
        ),
      }
    },
  )
export type KnownCaller = ReturnType<typeof callersIn>[number]

/**
 * Rows for plans known from receipts but not in the file. Choices in `before` are kept. Otherwise a plan is chosen only
 * if it is the only one and was not opted out.
 */
export const knownRows = (
  caller: KnownCaller | undefined,
  listed: readonly PlanRow[],
  before: readonly KnownPlanRow[],
): KnownPlanRow[] => {
  const ofFile = new Set(listed.map(({ planId }) => identityKey(planId)))
  const plans = (caller?.plans ?? []).filter(({ planId }) => !ofFile.has(identityKey(planId)))
  return plans.map(({ planId, planType, operation, at }) => {
    const isOut = operation === 'optout'
    const words = `${submissionNamed(operation).receipt.happened} ${date(at)}`
    const kept = before.find((row) => identityKey(row.planId) === identityKey(planId))
    return {
      ...(kept ?? emptyRow()),
      planId,
      planType,
      said: isOut ? '' : words,
      notActive: isOut ? words : '',
      chosen: kept?.chosen ?? (plans.length === 1 && listed.length === 0 && !isOut),
    }
  })
}

/** The words of a name without case, accents, apostrophes or hyphens. */
const wordsOf = (name: string): readonly string[] =>
  searchKey(name.replace(/['’.]/gu, ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** A key that is equal for names with the same words in any order. */
const nameKey = (name: string) => wordsOf(name).toSorted().join(' ')

/**
 * True if more typing could turn `typed` into `name`: the last word may be incomplete, and words may be missing after
 * it.
 */
const mayBecome = (typed: string, name: string) => {
  const whole = wordsOf(name)
  const words = wordsOf(typed)
  const last = words.at(-1) ?? ''
  return (
    words.slice(0, -1).every((word) => whole.includes(word)) &&
    whole.some((word) => word.startsWith(last))
  )
}

/**
 * Names that differ from the typed one, from accepted receipts with exactly the typed id, newest
 * first. With `typing`, a typed name that may still become the receipt's name does not count as
 * different.
 */
export const otherNames = (
  {
    participantId,
    firstName,
    lastName,
  }: Pick<CallTyped, 'participantId' | 'firstName' | 'lastName'>,
  typing: boolean,
  ...asked: Parameters<typeof acceptedIn>
): readonly string[] => {
  const id = identityKey(participantId)
  const typed = `${firstName} ${lastName}`.trim()
  if (id === '' || typed === '') return []
  const names = new Map<string, string>()
  for (const { participantId: of, name } of acceptedIn(...asked)) {
    const key = nameKey(name)
    if (identityKey(of) !== id || key === '' || key === nameKey(typed) || names.has(key)) continue
    if (!typing || !mayBecome(typed, name)) names.set(key, name.trim())
  }
  return [...names.values()]
}
