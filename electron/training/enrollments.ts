import { inventedStanding } from './people/invented-standing.ts'
import type { TrainingClock } from './tokens.ts'

/** Makes identifiers that are unique across all runs of the training service. */
export const createIdentifiers = (clock: TrainingClock) => {
  const run = Math.floor(clock.now() / 1000)
    .toString(36)
    .toUpperCase()
  let count = 0
  return () => {
    count += 1
    const number = String(count).padStart(5, '0')
    const day = new Date(clock.now()).toISOString().slice(0, 10).replaceAll('-', '')
    return {
      TransactionId: `TRN-${day}-${run}-${number}`,
      ClientTransactionId: `TRAINING-${run}-${number}`,
      RKTransactionId: `RK-${run}-${number}`,
    }
  }
}
export type NextIds = ReturnType<typeof createIdentifiers>
export type TransactionIds = ReturnType<NextIds>

interface Standing {
  /**
   * `default` means enrolled by the plan from the start, like the example people. `onHold` means
   * also enrolled by the plan, but currently on hold.
   */
  readonly state: 'default' | 'onHold' | 'enrolled' | 'optedOut' | 'notEnrolled'
  /** A time in ISO 8601. */
  readonly since: string
  /** The answer to the opt-out, which is given again if the request is repeated. */
  optOut: { readonly ids: TransactionIds; readonly transaction: string } | null
}

const longAgo = '2025-06-30T15:00:00.000Z'

/** Remembers who is enrolled in which plan while the service runs; see the table in the README. */
export const createEnrollments = (
  enrolledByDefault: readonly { readonly participantId: string; readonly planId: string }[],
) => {
  const standings = new Map<string, Standing>()
  const keyOf = (participantId: string, planId: string) => JSON.stringify([participantId, planId])
  const put = (
    participantId: string,
    planId: string,
    state: Standing['state'],
    since: string,
  ): Standing => {
    const standing = { state, since, optOut: null }
    standings.set(keyOf(participantId, planId), standing)
    return standing
  }
  for (const { participantId, planId } of enrolledByDefault)
    put(participantId, planId, 'default', '')

  /**
   * A participant's standing in each plan. Invented people get their initial standing on their
   * first request.
   */
  const standingsOf = (participantId: string, planIds: readonly string[]) =>
    planIds.map((planId) => ({
      planId,
      standing:
        standings.get(keyOf(participantId, planId)) ??
        put(participantId, planId, inventedStanding(participantId, planId), longAgo),
    }))

  return {
    enroll: (participantId: string, planIds: readonly string[], at: string) => {
      const plans = standingsOf(participantId, planIds)
      const isRenewal = plans.every(({ standing }) => standing.state === 'enrolled')
      for (const planId of planIds) put(participantId, planId, 'enrolled', at)
      return { kind: isRenewal ? 'renewed' : 'completed' } as const
    },
    implement: (participantId: string, planIds: readonly string[]) => {
      for (const { planId, standing } of standingsOf(participantId, planIds)) {
        const kind = standing.state
        if (kind === 'notEnrolled' || kind === 'optedOut') return { kind, planId } as const
      }
      return { kind: 'completed' } as const
    },
    /**
     * Opts out of all plans or none. If the participant is not enrolled in one of the plans, the
     * whole request is declined.
     */
    optOut: (participantId: string, planIds: readonly string[], at: string) => {
      const plans = standingsOf(participantId, planIds)
      for (const kind of ['notEnrolled', 'onHold'] as const) {
        const found = plans.find(({ standing }) => standing.state === kind)
        if (found !== undefined) return { kind, planId: found.planId }
      }
      const open = plans.filter(({ standing }) => standing.state !== 'optedOut')
      const [first] = plans
      if (open.length === 0 && first !== undefined) {
        const { since, optOut } = first.standing
        // This opt-out happened before the service started, so its answer must be invented.
        if (optOut === null) return { kind: 'optedOutBefore', since } as const
        return { kind: 'alreadyOptedOut', since, ...optOut } as const
      }
      for (const { planId } of open) put(participantId, planId, 'optedOut', at)
      return { kind: 'completed' } as const
    },
    rememberOptOut: (
      participantId: string,
      planIds: readonly string[],
      optOut: NonNullable<Standing['optOut']>,
    ): void => {
      for (const { standing } of standingsOf(participantId, planIds)) standing.optOut ??= optOut
    },
  }
}
export type Enrollments = ReturnType<typeof createEnrollments>
export type Verdict = ReturnType<Enrollments['enroll' | 'implement' | 'optOut']>
