import type { Likeness } from '#shared/records/receipt.ts'
import { peopleKeys } from '#shared/participant/subject.ts'
import type { Result } from '#shared/result.ts'
import type { ActivityLog } from '../../activity/log.ts'
import { findEarlier, type Earlier, type Guard, type Receipts } from './earlier.ts'
import type { AboutToSend } from './likeness.ts'

export interface LookBackNeeds {
  readonly savedRecords: Receipts
  readonly log: Pick<ActivityLog, 'pseudonymOf'>
  /** The current settings of the guard. */
  readonly guard: () => Guard
}

/** {@link findEarlier} for a submission under review, or about to be sent. */
export const earlierThan = (
  { savedRecords, log, guard }: LookBackNeeds,
  {
    environment,
    operation,
    subject,
    plans,
  }: Pick<AboutToSend, 'environment' | 'operation' | 'subject'> & {
    readonly plans: readonly { readonly planId: string }[]
  },
  likeness: Likeness,
): Promise<Result<Earlier | null>> =>
  findEarlier(
    savedRecords,
    {
      ...{ environment, operation, subject, likeness },
      planIds: plans.map(({ planId }) => planId),
      digests: peopleKeys(subject).map(log.pseudonymOf),
    },
    guard(),
  )
