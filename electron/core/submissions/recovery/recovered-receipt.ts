import type { Receipt } from '#shared/records/receipt.ts'
import { receiptBefore } from '../carry-out/receipt.ts'
import type { Unresolved } from '../journal/journal-states.ts'
import type { IntendedEntry } from '../journal/journal.ts'
import type { RowDraft } from './row-draft.ts'

const onlyOutcome =
  'Of the answer only the outcome is known: the receipt could not be kept on disk.'
const neverBegan = 'The program ended before sending began.'

/** Participant and plans of a row, from its list. */
export const saidBy = (row: RowDraft): Pick<Receipt, 'subject' | 'plans' | 'reason'> => ({
  subject: { participantId: row.participantId, name: `${row.firstName} ${row.lastName}` },
  plans: row.plans.map(({ PlanId, PlanType }) => ({
    planId: PlanId,
    planType: PlanType,
    serviceOption: '',
  })),
  reason: row.reason,
})

/** A receipt from the journal and, for a row of a list, from the list. */
export const receiptFrom = (
  entry: IntendedEntry,
  row: RowDraft | null,
  appVersion: string,
): Receipt =>
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
    plans: [],
    reason: '',
    ...(row ? saidBy(row) : {}),
    overrideReason: '',
    bodySha256: '',
    likeness: {
      body: '',
      file: '',
      service: '',
      ...(row || !entry.people?.length ? {} : { people: entry.people }),
    },
    sent: [],
    matches: [],
    call: null,
    list: entry.list ?? null,
  })

/** Updates a receipt in doubt, because the journal may know more. */
export const recoveredAs = (receipt: Receipt, state: Unresolved['state']): Receipt => {
  if (receipt.outcome !== 'inDoubt' || state === 'sending' || state === 'inDoubt') return receipt
  return state === 'intended'
    ? { ...receipt, outcome: 'notSent', explanation: neverBegan }
    : { ...receipt, outcome: state, explanation: onlyOutcome }
}
