import type { TransactionIds } from './identifiers.ts'

/** What an opt-out answered, for its repetition. */
interface OptOutRecord {
  readonly ids: TransactionIds
  readonly transaction: string
}

/** How one participant stands in one plan. */
interface Standing {
  /** `default`: enrolled by the plan before anybody asked, as the example people are. */
  state: 'default' | 'enrolled' | 'optedOut'
  /** ISO 8601, when it came to be. */
  since: string
  optOut: OptOutRecord | null
}

export interface PlanOfParticipant {
  readonly participantId: string
  readonly planId: string
}

/** What came of a request against the memory; see the table in the README. */
export type Verdict =
  | { readonly kind: 'completed' | 'renewed' }
  | ({ readonly kind: 'alreadyOptedOut'; readonly since: string } & OptOutRecord)
  | { readonly kind: 'notEnrolled' | 'optedOut'; readonly planId: string }

/** Remembers who is enrolled in which plan for as long as the service runs. */
export interface Enrolments {
  enroll(participantId: string, planIds: readonly string[], at: string): Verdict
  implement(participantId: string, planIds: readonly string[]): Verdict
  /** All plans or none: one plan that is not enrolled declines the whole request. */
  optOut(participantId: string, planIds: readonly string[], at: string): Verdict
  /** Keeps what a completed opt-out answered, so that its repetition can answer the same. */
  rememberOptOut(participantId: string, planIds: readonly string[], ids: TransactionIds, transaction: string): void
}

export const createEnrolments = (enrolledByDefault: readonly PlanOfParticipant[]): Enrolments => {
  const key = (participantId: string, planId: string): string => JSON.stringify([participantId, planId])
  const standings = new Map<string, Standing>(
    enrolledByDefault.map(({ participantId, planId }) => [
      key(participantId, planId),
      { state: 'default', since: '', optOut: null },
    ]),
  )
  const stateOf = (participantId: string, planId: string): Standing['state'] | 'none' =>
    standings.get(key(participantId, planId))?.state ?? 'none'
  const put = (participantId: string, planIds: readonly string[], state: Standing['state'], since: string): void => {
    for (const planId of planIds) standings.set(key(participantId, planId), { state, since, optOut: null })
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
      const open = planIds.filter((planId) => stateOf(participantId, planId) !== 'optedOut')
      const [firstPlanId = ''] = planIds
      const earlier = standings.get(key(participantId, firstPlanId))
      if (open.length === 0 && earlier?.optOut)
        return { kind: 'alreadyOptedOut', since: earlier.since, ...earlier.optOut }
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
