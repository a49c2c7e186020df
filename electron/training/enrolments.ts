import type { TransactionIds } from './identifiers.ts'
import { inventedStanding } from './people/invented-standing.ts'

/** The answer of an opt-out, for its repetition. */
interface OptOutRecord {
  readonly ids: TransactionIds
  readonly transaction: string
}

/** A participant's standing in one plan. */
interface Standing {
  /**
   * `default`: enrolled by the plan from the start, like the example people; `onHold`: the same, but not released now.
   */
  state: 'default' | 'onHold' | 'enrolled' | 'optedOut'
  /** Start of the state, ISO 8601. */
  since: string
  optOut: OptOutRecord | null
}

interface PlanOfParticipant {
  readonly participantId: string
  readonly planId: string
}

/** Result of a request against the memory; see the table in the README. */
export type Verdict =
  | { readonly kind: 'completed' | 'renewed' }
  | ({ readonly kind: 'alreadyOptedOut'; readonly since: string } & OptOutRecord)
  /** Opted out before the service started, so its answer then must be invented. */
  | { readonly kind: 'optedOutBefore'; readonly since: string }
  | { readonly kind: 'notEnrolled' | 'optedOut' | 'onHold'; readonly planId: string }

/** Opt-out time of invented people. */
const longAgo = '2025-06-30T15:00:00.000Z'

/** Remembers who is enrolled in which plan while the service runs. */
export interface Enrolments {
  enroll(participantId: string, planIds: readonly string[], at: string): Verdict
  implement(participantId: string, planIds: readonly string[]): Verdict
  /** All plans or none: one plan that is not enrolled declines the whole request. */
  optOut(participantId: string, planIds: readonly string[], at: string): Verdict
  /** Keeps the answer of a completed opt-out for its repetition. */
  rememberOptOut(
    participantId: string,
    planIds: readonly string[],
    ids: TransactionIds,
    transaction: string,
  ): void
}

export const createEnrolments = (enrolledByDefault: readonly PlanOfParticipant[]): Enrolments => {
  const key = (participantId: string, planId: string): string =>
    JSON.stringify([participantId, planId])
  const standings = new Map<string, Standing>(
    enrolledByDefault.map(({ participantId, planId }) => [
      key(participantId, planId),
      { state: 'default', since: '', optOut: null },
    ]),
  )
  /** Adds an invented person with their standing on first request. */
  const standingOf = (participantId: string, planId: string): Standing | undefined => {
    const invented = standings.has(key(participantId, planId))
      ? null
      : inventedStanding(participantId, planId)
    if (invented !== null && invented !== 'notEnrolled') {
      const state = invented === 'enrolled' ? 'default' : invented
      standings.set(key(participantId, planId), { state, since: longAgo, optOut: null })
    }
    return standings.get(key(participantId, planId))
  }
  const stateOf = (participantId: string, planId: string): Standing['state'] | 'none' =>
    standingOf(participantId, planId)?.state ?? 'none'
  const put = (
    participantId: string,
    planIds: readonly string[],
    state: Standing['state'],
    since: string,
  ): void => {
    for (const planId of planIds)
      standings.set(key(participantId, planId), { state, since, optOut: null })
  }

  return {
    enroll: (participantId, planIds, at) => {
      const isRenewal = planIds.every((planId) => stateOf(participantId, planId) === 'enrolled')
      put(participantId, planIds, 'enrolled', at)
      return { kind: isRenewal ? 'renewed' : 'completed' }
    },
    implement: (participantId, planIds) => {
      for (const planId of planIds) {
        const state = stateOf(participantId, planId)
        if (state === 'none') return { kind: 'notEnrolled', planId }
        if (state === 'optedOut') return { kind: 'optedOut', planId }
      }
      return { kind: 'completed' }
    },
    optOut: (participantId, planIds, at) => {
      const missing = planIds.find((planId) => stateOf(participantId, planId) === 'none')
      if (missing !== undefined) return { kind: 'notEnrolled', planId: missing }
      const held = planIds.find((planId) => stateOf(participantId, planId) === 'onHold')
      if (held !== undefined) return { kind: 'onHold', planId: held }
      const open = planIds.filter((planId) => stateOf(participantId, planId) !== 'optedOut')
      const [firstPlanId = ''] = planIds
      const earlier = standings.get(key(participantId, firstPlanId))
      if (open.length === 0 && earlier !== undefined) {
        const { since, optOut } = earlier
        return optOut === null
          ? { kind: 'optedOutBefore', since }
          : { kind: 'alreadyOptedOut', since, ...optOut }
      }
      put(participantId, open, 'optedOut', at)
      return { kind: 'completed' }
    },
    rememberOptOut: (participantId, planIds, ids, transaction) => {
      for (const planId of planIds) {
        const standing = standings.get(key(participantId, planId))
        if (standing?.optOut === null) standing.optOut = { ids, transaction }
      }
    },
  }
}
