import type { ActivityOutcome } from '#shared/activity/activity.ts'
import { mootOf } from '#shared/receipt/standing.ts'
import { type Receipt, type SubmissionOutcome, unknownLikeness } from '#shared/records/receipt.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Logger } from '../platform/ports.ts'
import { isLostForGood } from '../records/damaged.ts'
import type { Along } from '../records/record-store.ts'
import { receiptBefore } from './carry-out/receipt.ts'
import type { GuardClock } from './guard/guard-clock.ts'
import type { SubmissionNeeds } from './needs.ts'
import { noteLogged } from './note-state.ts'
import type { SubmissionRow, SubmissionState, SubmissionTable } from './table/submission-table.ts'

export const noReceipt = fail({
  code: 'submission.notFound',
  message: 'No receipt of this submission is kept on this computer.',
})

export const changeReceipt = async (
  savedRecords: SubmissionNeeds['savedRecords'],
  id: string,
  change: (receipt: Receipt) => Result<Receipt>,
  along: Along,
): Promise<Result<Receipt>> => {
  const changed = await savedRecords.update(
    id,
    (record) => (record.kind === 'receipt' ? change(record) : noReceipt),
    along,
  )
  if (!changed.ok) return changed
  return changed.value.kind === 'receipt' ? ok(changed.value) : noReceipt
}

const onlyOutcome =
  'Of the answer only the outcome is known: the receipt could not be kept on disk.'
const neverBegan = 'The program ended before sending began.'

/**
 * A receipt for a submission whose own receipt is gone or cannot be opened. It names nobody, because the table does
 * not.
 */
const receiptFrom = (needs: SubmissionNeeds, row: SubmissionRow): Receipt => {
  const environment = needs.environments.get(row.environmentId)
  return receiptBefore({
    id: row.receiptId,
    savedAt: row.sentAt,
    environment: {
      id: row.environmentId,
      name: environment.ok ? environment.value.name : '',
      kind: row.environmentKind,
    },
    subject: { participantId: '', name: 'Participant not kept on this computer' },
    appVersion: needs.appVersion,
    receiptNumber: row.receiptNumber,
    submissionId: row.submissionId,
    operation: row.operation,
    user: needs.user,
    advisor: '',
    plans: [],
    reason: '',
    doubts: [],
    overrideReason: '',
    bodySha256: '',
    likeness: unknownLikeness,
    sent: [],
    inputs: {},
    recommended: null,
    matches: [],
    call: null,
    list: row.list,
  })
}

/** Updates a receipt in doubt, because the table may know more. */
const recoveredAs = (receipt: Receipt, state: SubmissionState): Receipt => {
  if (receipt.outcome !== 'inDoubt' || state === 'sending' || state === 'inDoubt') return receipt
  return state === 'intended'
    ? { ...receipt, outcome: 'notSent', explanation: neverBegan }
    : { ...receipt, outcome: state, explanation: onlyOutcome }
}

const settledAs: Readonly<Partial<Record<SubmissionOutcome, ActivityOutcome>>> = {
  accepted: 'settledAccepted',
  notSent: 'settledNotSent',
}

/**
 * Which state to believe when the table says `state` about a sealed receipt. Its rows have no authentication code,
 * so anybody can edit them. An outcome therefore counts only if the activity log has it too. `intended` counts only if
 * the activity log is complete and does not mention sending. The log mentions it after the table and before the first byte,
 * so `sending` counts as `intended` if a complete log has only the intent: a disk that failed to write the table may have
 * written it after all. Otherwise the receipt stays in doubt.
 */
const believed = async (
  log: SubmissionNeeds['log'],
  receipt: Receipt,
  state: SubmissionState,
): Promise<SubmissionState> => {
  if (state === 'inDoubt' || receipt.outcome !== 'inDoubt') return state
  const noted = await log.statesOf(receipt.submissionId)
  if (!noted.ok) return 'inDoubt'
  const { states, isWhole } = noted.value
  const isUnsent = isWhole && !states.has('sending')
  if (state === 'intended') return isUnsent ? state : 'inDoubt'
  if (state === 'sending') return isUnsent && states.has('intended') ? 'intended' : state
  const settled = settledAs[state]
  return states.has(state) || (settled !== undefined && states.has(settled)) ? state : 'inDoubt'
}

/**
 * Settles a submission that the last run left open: it is in doubt if it may have been sent, and not sent if it never
 * began. True if this is done, false if it must wait for the keychain.
 */
const recoverOne = async (needs: SubmissionNeeds, row: SubmissionRow): Promise<Result<boolean>> => {
  const { savedRecords, table, logger } = needs
  const { submissionId, receiptId, state } = row
  const kept = await savedRecords.open(receiptId)
  const isLasting = await savedRecords.knowsEarlier()
  if (!kept.ok && isLasting && !isLostForGood(kept.error)) {
    logger.error(`receipt ${receiptId} of an interrupted submission: ${kept.error.code}`)
    return ok(true)
  }
  const known = kept.ok && kept.value.kind === 'receipt' ? kept.value : null
  if (state === 'intended' && row.list === null && known === null && !isLasting) return ok(false)
  const receipt = known ?? receiptFrom(needs, row)
  const recovered = recoveredAs(receipt, known ? await believed(needs.log, known, state) : state)
  const along = table.moved(submissionId, recovered.outcome, {
    settled: row.settled,
    isKept: isLasting,
    standing: mootOf(recovered),
    neverBegan: recovered.outcome === 'notSent' && recovered.explanation === neverBegan,
  })
  const written = known
    ? await changeReceipt(savedRecords, receiptId, () => ok(recovered), along)
    : state === 'intended'
      ? table.write(along)
      : await savedRecords.save(recovered, '', { along })
  if (!written.ok) return written
  await noteLogged(needs, recovered, recovered.outcome)
  return ok(true)
}

/**
 * Nothing is sent until the outcome of the last run's submissions is known. Submissions that need the keychain are
 * tried again once it is back. One failure does not stop the others.
 */
export const createRecovery = (needs: SubmissionNeeds) => {
  let left: readonly SubmissionRow[] | null = null
  let trying: Promise<Result<void>> | null = null

  const attempt = async (): Promise<Result<void>> => {
    const rows = left === null ? needs.table.unfinished() : ok(left)
    if (!rows.ok) return rows
    const still: SubmissionRow[] = []
    let done: Result<void> = ok(undefined)
    for (const row of rows.value) {
      const recovered = await recoverOne(needs, row)
      if (!recovered.ok) done = recovered
      if (!recovered.ok || !recovered.value) still.push(row)
    }
    left = still
    return done
  }

  const recover = async (): Promise<Result<void>> => {
    if (trying === null && left?.length === 0) return ok(undefined)
    trying ??= attempt().finally(() => {
      trying = null
    })
    return trying
  }

  return {
    recover,
    /** Fails with `submission.unaccounted` while the outcomes of the last run cannot be looked up. */
    pass: async (): Promise<Result<void>> => {
      const done = await recover()
      if (done.ok) return done
      return fail({
        code: 'submission.unaccounted',
        message: 'What became of earlier submissions could not be looked up, so nothing was sent.',
        advice: 'Free some disk space or check the data folder, then send it again.',
        details: done.error.message,
      })
    },
  }
}

const dayMs = 86_400_000

/** Settles what the last run left open, and forgets what the guard no longer needs. Logs failures. */
export const afterLastRun = async (needs: {
  readonly recover: () => Promise<Result<void>>
  readonly table: Pick<SubmissionTable, 'countFrom' | 'forget' | 'newest'>
  readonly guardClock: Pick<GuardClock, 'now' | 'stamp'>
  readonly settings: SubmissionNeeds['settings']
  readonly logger: Logger
}): Promise<void> => {
  const { recover, table, guardClock, settings, logger } = needs
  const recovered = await recover()
  const stamp = guardClock.stamp()
  const counted = recovered.ok && stamp !== null ? table.countFrom(stamp) : recovered
  // A wrong clock alone must not forget anything, so time counts only up to the newest submission.
  const now = Math.min(guardClock.now(), table.newest() ?? 0)
  const before = new Date(now - settings.get().duplicateGuardDays * dayMs).toISOString()
  const forgotten = counted.ok && stamp !== null ? table.forget(before) : counted
  if (!forgotten.ok) logger.error(`submissions of the last run: ${forgotten.error.message}`)
}
