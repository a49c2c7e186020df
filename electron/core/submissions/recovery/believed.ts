import type { ActivityOutcome } from '#shared/activity/activity.ts'
import type { Receipt, SubmissionOutcome } from '#shared/records/receipt.ts'
import type { ActivityLog } from '../../activity/log.ts'
import type { Unresolved } from '../journal/journal-states.ts'

const settledAs: Readonly<Partial<Record<SubmissionOutcome, ActivityOutcome>>> = {
  accepted: 'settledAccepted',
  notSent: 'settledNotSent',
}

/**
 * What counts of the journal's `state` over a sealed receipt. The journal has no code, so anybody can edit it: an outcome
 * counts if the activity log has it too, and `intended` unless the log knows of sending or may have lost it. Otherwise
 * the receipt stays in doubt.
 */
export const believed = async (
  log: Pick<ActivityLog, 'statesOf'>,
  receipt: Receipt,
  state: Unresolved['state'],
): Promise<Unresolved['state']> => {
  if (state === 'sending' || state === 'inDoubt' || receipt.outcome !== 'inDoubt') return state
  const noted = await log.statesOf(receipt.submissionId)
  if (!noted.ok) return 'inDoubt'
  const { states, isWhole } = noted.value
  if (state === 'intended') return isWhole && !states.has('sending') ? state : 'inDoubt'
  const settled = settledAs[state]
  return states.has(state) || (settled !== undefined && states.has(settled)) ? state : 'inDoubt'
}
