import type { ActivityOutcome } from '#shared/activity/activity.ts'
import { isoNow } from '#shared/moments.ts'
import {
  type ListPlace,
  type Receipt,
  type SubmissionOutcome,
  unknownLikeness,
} from '#shared/records/receipt.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { isLostForGood } from '../../records/damaged.ts'
import { receiptBefore } from '../carry-out/receipt.ts'
import type { Unresolved } from '../journal/journal-states.ts'
import type { IntendedEntry } from '../journal/journal.ts'
import { noteLogged } from '../journal/note-state.ts'
import type { SubmissionNeeds } from '../needs.ts'

/** The content of a submission that a list's row holds. */
export interface RowDraft {
  readonly participantId: string
  readonly firstName: string
  readonly lastName: string
  readonly plans: readonly { readonly PlanId: string; readonly PlanType: string }[]
  readonly reason: string
}

/** Finds a row again; returns null if its list is unavailable. */
export type FindRow = (place: ListPlace) => Promise<RowDraft | null>

export const noReceipt = fail({
  code: 'submission.notFound',
  message: 'No receipt of this submission is kept on this computer.',
})

export const changeReceipt = async (
  savedRecords: SubmissionNeeds['savedRecords'],
  id: string,
  change: (receipt: Receipt) => Result<Receipt>,
): Promise<Result<Receipt>> => {
  const changed = await savedRecords.update(id, (record) =>
    record.kind === 'receipt' ? change(record) : noReceipt,
  )
  if (!changed.ok) return changed
  return changed.value.kind === 'receipt' ? ok(changed.value) : noReceipt
}

const onlyOutcome =
  'Of the answer only the outcome is known: the receipt could not be kept on disk.'
const neverBegan = 'The program ended before sending began.'

const saidBy = (row: RowDraft): Pick<Receipt, 'subject' | 'plans' | 'reason'> => ({
  subject: { participantId: row.participantId, name: `${row.firstName} ${row.lastName}` },
  plans: row.plans.map(({ PlanId, PlanType }) => ({
    planId: PlanId,
    planType: PlanType,
    serviceOption: '',
  })),
  reason: row.reason,
})

const receiptFrom = (entry: IntendedEntry, row: RowDraft | null, appVersion: string): Receipt =>
  receiptBefore({
    id: entry.receiptId,
    savedAt: entry.at,
    environment: {
      id: entry.environmentId,
      name: entry.environmentName,
      kind: entry.environmentKind,
    },
    subject: { participantId: '', name: 'Participant not kept on this computer' },
    appVersion,
    receiptNumber: entry.receiptNumber,
    submissionId: entry.submissionId,
    operation: entry.operation,
    user: entry.user,
    advisor: '',
    plans: [],
    reason: '',
    ...(row ? saidBy(row) : {}),
    doubts: [],
    overrideReason: '',
    bodySha256: '',
    likeness: {
      ...unknownLikeness,
      ...(row || !entry.people?.length ? {} : { people: entry.people }),
    },
    sent: [],
    inputs: {},
    recommended: null,
    matches: [],
    call: null,
    list: entry.list ?? null,
  })

/** Updates a receipt in doubt, because the journal may know more. */
const recoveredAs = (receipt: Receipt, state: Unresolved['state']): Receipt => {
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
 * Which state to believe when the journal says `state` about a sealed receipt. The journal has no authentication code,
 * so anybody can edit it. An outcome therefore counts only if the activity log has it too. `intended` counts only if
 * the activity log is complete and does not mention sending. Otherwise the receipt stays in doubt.
 */
const believed = async (
  log: SubmissionNeeds['log'],
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

export type Recovery = Readonly<
  Record<'recover' | 'nameRows', (findRow: FindRow) => Promise<Result<void>>>
>

const recoverOne = async (
  needs: SubmissionNeeds,
  { entry, state }: Unresolved,
  findRow: FindRow,
): Promise<Result<void>> => {
  const { savedRecords, journal, logger } = needs
  const kept = await savedRecords.open(entry.receiptId)
  const isLasting = await savedRecords.knowsEarlier()
  // A receipt that merely cannot be opened now is left for a later recovery.
  if (!kept.ok && isLasting && !isLostForGood(kept.error)) {
    logger.error(`receipt ${entry.receiptId} of an interrupted submission: ${kept.error.code}`)
    // A row may have no receipt yet, so nothing else would report it.
    return entry.list !== undefined && kept.error.code === 'internal' ? kept : ok(undefined)
  }
  const known = kept.ok && kept.value.kind === 'receipt' ? kept.value : null
  const isNamed = known !== null && known.subject.participantId !== ''
  const row = entry.list && !isNamed ? await findRow(entry.list) : null
  const receipt: Receipt = known
    ? { ...known, ...(row ? saidBy(row) : {}) }
    : receiptFrom(entry, row, needs.appVersion)
  const recovered = recoveredAs(receipt, known ? await believed(needs.log, known, state) : state)
  // A row that was only in preparation counts as not begun, as in a paused list.
  const isInHand = entry.list !== undefined && state === 'intended' && known === null
  const saved = known
    ? await changeReceipt(savedRecords, known.id, () => ok(recovered))
    : isInHand
      ? ok(undefined)
      : await savedRecords.save(recovered, '')
  if (!saved.ok) return saved
  // A receipt that is only in memory must be made again by the next run, and a row's receipt without a name guards
  // nobody.
  const isKept = isLasting && (entry.list === undefined || recovered.subject.participantId !== '')
  if (!isKept && !isInHand) return ok(undefined)
  const recorded = await journal.write({
    state: recovered.outcome,
    submissionId: entry.submissionId,
    at: isoNow(needs.clock),
  })
  if (recorded.ok) await noteLogged(needs, recovered, recovered.outcome)
  return recorded
}

/**
 * Marks as in doubt everything that the end of the last run interrupted. Rows of lists have no receipt before their
 * outcome; `findRow` returns their content. One failure does not stop the others; the result is the last failure.
 */
export const recover = async (needs: SubmissionNeeds, findRow: FindRow): Promise<Result<void>> => {
  const unresolved = await needs.journal.unresolved()
  if (!unresolved.ok) return unresolved
  let done: Result<void> = ok(undefined)
  for (const each of unresolved.value) {
    const recovered = await recoverOne(needs, each, findRow)
    if (!recovered.ok) done = recovered
  }
  return done
}

/** Adds participant and plans to receipts of rows that were recovered while their list could not be opened. */
export const nameRows = async (
  savedRecords: SubmissionNeeds['savedRecords'],
  findRow: FindRow,
): Promise<Result<void>> => {
  const items = await savedRecords.list()
  if (!items.ok) return items
  for (const item of items.value) {
    if (item.kind !== 'receipt' || item.subject.participantId !== '') continue
    const record = await savedRecords.open(item.id)
    if (!record.ok || record.value.kind !== 'receipt' || record.value.list === null) continue
    const row = await findRow(record.value.list)
    const named =
      row && (await savedRecords.update(item.id, (receipt) => ok({ ...receipt, ...saidBy(row) })))
    if (named?.ok === false) return named
  }
  return ok(undefined)
}
