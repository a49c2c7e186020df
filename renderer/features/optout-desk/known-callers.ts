import { submissionNamed } from '#shared/express/operations.ts'
import type { EarlierRequest } from '#shared/desk/report-rows.ts'
import { identityKey } from '#shared/identity-key.ts'
import type { EnvironmentView } from '#shared/settings/environment.ts'
import { date } from '../../lib/format.ts'
import { isSamePlace } from '../../stores/destination.ts'
import { emptyRow, type PlanRow } from '../submit/plan-rows.ts'

/** What this computer's accepted receipts say of a participant in the environment in use. */
export interface KnownCaller {
  readonly participantId: string
  readonly firstName: string
  readonly lastName: string
  readonly plans: readonly KnownPlan[]
}
interface KnownPlan {
  readonly planId: string
  readonly planType: string
  /** What the newest receipt that names the plan asked for. */
  readonly operation: EarlierRequest['operation']
  /** When that was, ISO 8601. */
  readonly at: string
}

/** A plan that receipts name, to be chosen like one of the file. */
export interface KnownPlanRow extends PlanRow {
  /** What the receipt was, in a few words. */
  readonly said: string
}

/**
 * The participants of `requests`, which are newest first. Only what was accepted in that environment counts, at the address it
 * has now: a request that was declined may have had the wrong number, and a number means somebody else elsewhere.
 */
export const callersIn = (
  requests: readonly EarlierRequest[],
  now: Pick<EnvironmentView, 'id' | 'place'> | null,
): readonly KnownCaller[] => {
  const callers = new Map<string, { caller: KnownCaller; readonly plans: Map<string, KnownPlan> }>()
  for (const {
    outcome,
    environment,
    participantId,
    firstName,
    lastName,
    operation,
    plans,
    sentAt,
  } of requests) {
    if (outcome !== 'accepted' || now === null || !isSamePlace(environment, now)) continue
    const key = identityKey(participantId)
    const known = callers.get(key) ?? {
      caller: { participantId, firstName: '', lastName: '', plans: [] },
      plans: new Map(),
    }
    if (known.caller.lastName === '') known.caller = { ...known.caller, firstName, lastName }
    for (const { planId, planType } of plans) {
      const plan = identityKey(planId)
      if (!known.plans.has(plan)) known.plans.set(plan, { planId, planType, operation, at: sentAt })
    }
    callers.set(key, known)
  }
  return [...callers.values()].map(({ caller, plans }) => ({
    ...caller,
    plans: [...plans.values()],
  }))
}

/** The caller with exactly that number; undefined where there is none. */
export const callerWith = (
  callers: readonly KnownCaller[],
  participantId: string,
): KnownCaller | undefined => {
  const key = identityKey(participantId)
  return key === ''
    ? undefined
    : callers.find((caller) => identityKey(caller.participantId) === key)
}

/**
 * Rows for the plans that receipts name beside those of the file. A choice that was made in `before` stays; else only the
 * single plan of all is chosen, and not where it was opted out of.
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
      ...{ planId, planType, said: isOut ? '' : words, notActive: isOut ? words : '' },
      chosen: kept?.chosen ?? (plans.length === 1 && listed.length === 0 && !isOut),
    }
  })
}
