import { submissionNamed } from '#shared/express/operations.ts'
import type { EarlierRequest } from '#shared/desk/report-rows.ts'
import { identityKey } from '#shared/identity-key.ts'
import { nameDiffers, nameWords } from '#shared/participant/name-differs.ts'
import type { EnvironmentView } from '#shared/environments/environment.ts'
import { date } from '../../../lib/format.ts'
import { isSamePlace } from '#shared/environments/same-place.ts'
import { earlierWords } from '../desk-words.ts'
import { emptyRow, type PlanRow } from '../../../workspace/submission/plans/plan-rows.ts'
import type { CallTyped } from '../call-typed.ts'

export interface KnownPlanRow extends PlanRow {
  readonly said: string
}

type Asked = readonly [
  requests: readonly EarlierRequest[],
  now: Pick<EnvironmentView, 'id' | 'place'> | null,
]

/**
 * Requests that reached that environment at its current address, newest first. In another environment the same number
 * may belong to somebody else.
 */
const sentTo = (...[requests, now]: Asked): readonly EarlierRequest[] =>
  requests.filter(
    ({ outcome, environment }) =>
      outcome !== 'notSent' && now !== null && isSamePlace(environment, now),
  )

/** The plan is out of the service, as far as an answer or a person says. */
const isOut = ({ operation, outcome, standing }: EarlierRequest): boolean =>
  operation === 'optout' && (outcome === 'accepted' || standing === 'alreadyOut')

/** Requests that say how a plan stands, or leave it open; a refused one does not. */
const isTelling = (request: EarlierRequest): boolean =>
  request.outcome === 'accepted' || request.outcome === 'inDoubt' || isOut(request)

const wordsOf = (request: EarlierRequest): string => {
  const { operation, outcome, standing, settled, sentAt } = request
  const isPlain = outcome === 'accepted' && settled === null && standing !== 'alreadyOut'
  const words = isPlain ? submissionNamed(operation).receipt.happened : earlierWords(request)
  return `${words} ${date(sentAt)}`
}

/** What the newest telling request says of each plan, otherwise the newest one. */
const plansIn = (requests: readonly EarlierRequest[]) => {
  const named = requests.flatMap((request) =>
    request.plans.map(({ planId, planType }) => ({ planId, planType, request })),
  )
  return [...Map.groupBy(named, ({ planId }) => identityKey(planId)).values()].flatMap((each) => {
    const found = each.find(({ request }) => isTelling(request)) ?? each[0]
    if (found === undefined) return []
    const { planId, planType, request } = found
    const isOpen = request.outcome === 'inDoubt'
    return [{ planId, planType, words: wordsOf(request), isWarning: isOut(request) || isOpen }]
  })
}

/**
 * Participants from the receipts on this computer, whatever became of their requests. The name of an accepted request
 * comes first, because a refused one may have a wrong name.
 */
export const callersIn = (...asked: Asked) =>
  [...Map.groupBy(sentTo(...asked), ({ participantId }) => identityKey(participantId))].map(
    ([key, requests]) => {
      const isNamed = ({ firstName, lastName }: EarlierRequest) => firstName + lastName !== ''
      const { firstName = '', lastName = '' } =
        requests.find((each) => each.outcome === 'accepted' && isNamed(each)) ??
        requests.find(isNamed) ??
        {}
      const [{ participantId } = { participantId: '' }] = requests
      return { key, participantId, firstName, lastName, plans: plansIn(requests) }
    },
  )
export type KnownCaller = ReturnType<typeof callersIn>[number]

/** What earlier requests say against opting a plan out, by the plan's key: opted out before, or in doubt. */
export const planMarks = (caller: KnownCaller | undefined): ReadonlyMap<string, string> =>
  new Map(
    (caller?.plans ?? [])
      .filter(({ isWarning }) => isWarning)
      .map(({ planId, words }) => [identityKey(planId), words]),
  )

/**
 * Rows for plans known from receipts but not in the file. Choices in `before` are kept. Otherwise a plan is chosen only
 * if it is the only one and was neither opted out nor left in doubt.
 */
export const knownRows = (
  caller: KnownCaller | undefined,
  listed: readonly PlanRow[],
  before: readonly KnownPlanRow[],
): KnownPlanRow[] => {
  const ofFile = new Set(listed.map(({ planId }) => identityKey(planId)))
  const plans = (caller?.plans ?? []).filter(({ planId }) => !ofFile.has(identityKey(planId)))
  return plans.map(({ planId, planType, words, isWarning }) => {
    const kept = before.find((row) => identityKey(row.planId) === identityKey(planId))
    return {
      ...(kept ?? emptyRow()),
      planId,
      planType,
      said: isWarning ? '' : words,
      notActive: isWarning ? words : '',
      chosen: kept?.chosen ?? (plans.length === 1 && listed.length === 0 && !isWarning),
    }
  })
}

/**
 * True if more typing could turn `typed` into `name`: the last word may be incomplete, and words may be missing after
 * it.
 */
const mayBecome = (typed: string, name: string) => {
  const whole = nameWords(name)
  const words = nameWords(typed)
  const last = words.at(-1) ?? ''
  return (
    words.slice(0, -1).every((word) => whole.includes(word)) &&
    whole.some((word) => word.startsWith(last))
  )
}

/**
 * Names that differ from the typed one, from receipts with exactly the typed id, newest first; a rejected
 * request may have a wrong one. With `typing`, a typed name that may still become the receipt's name does not count as
 * different.
 */
export const otherNames = (
  {
    participantId,
    firstName,
    lastName,
  }: Pick<CallTyped, 'participantId' | 'firstName' | 'lastName'>,
  typing: boolean,
  ...asked: Asked
): readonly string[] => {
  const id = identityKey(participantId)
  const typed = `${firstName} ${lastName}`.trim()
  if (id === '' || typed === '') return []
  const names = new Map<string, string>()
  for (const { participantId: of, name, outcome } of sentTo(...asked)) {
    if (outcome === 'rejected') continue
    const key = nameWords(name).toSorted().join(' ')
    if (identityKey(of) !== id || !nameDiffers(typed, name) || names.has(key)) continue
    if (!typing || !mayBecome(typed, name)) names.set(key, name.trim())
  }
  return [...names.values()]
}
