import { submissionNamed } from '#shared/express/operations.ts'
import type { EarlierRequest } from '#shared/desk/report-rows.ts'
import { identityKey } from '#shared/identity-key.ts'
import type { EnvironmentView } from '#shared/settings/environment.ts'
import { date } from '../../lib/format.ts'
import { isSamePlace } from '../../stores/destination.ts'
import { emptyRow, type PlanRow } from '../submit/plan-rows.ts'

/** A participant by this computer's accepted receipts in the environment in use. */
export interface KnownCaller {
  readonly participantId: string
  readonly firstName: string
  readonly lastName: string
  readonly plans: readonly KnownPlan[]
}
interface KnownPlan {
  readonly planId: string
  readonly planType: string
  /** Operation of the newest receipt for the plan. */
  readonly operation: EarlierRequest['operation']
  /** Its time, ISO 8601. */
  readonly at: string
}

/** A plan from receipts, to be chosen like one of the file. */
export interface KnownPlanRow extends PlanRow {
  /** The receipt in a few words. */
  readonly said: string
}

/**
 * The participants of `requests`, which are newest first. Only requests accepted in that environment at its present
 * address count: a declined one may have had the wrong number, and elsewhere a number means somebody else.
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

/** The caller with exactly that number; undefined if there is none. */
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
 * Rows for plans from receipts beside those of the file. A choice in `before` stays; otherwise only a single plan is
 * chosen, unless it was opted out of.
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
