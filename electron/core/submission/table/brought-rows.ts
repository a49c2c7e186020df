import { mootOf } from '#shared/receipt/standing.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import type { Database, Row } from '../../database/database.ts'
import type { Place } from '../../records/sealed-table.ts'
import { digestTraits } from './digests.ts'
import { traitsOf } from './likeness.ts'
import {
  readRows,
  sealedBy,
  writeTraits,
  type SubmissionRow,
  type SubmissionState,
} from './submission-table.ts'

/** Reads the submissions of a backup or an imported file, and brings them into the database in use. */

type Reader = Pick<Database, 'all'>

const rowsIn = (from: Reader, where: string, ...values: readonly string[]) =>
  from.all(`SELECT * FROM submissions ${where}`, ...values)

/** All submissions in `from`, in the order in which they began. Fails with `records.damaged`. */
export const submissionsIn = (from: Reader): Result<readonly SubmissionRow[]> =>
  whenOk(rowsIn(from, 'ORDER BY rowid'), readRows)

/** The submission in `from`; null if there is none with this id. */
export const submissionIn = (from: Reader, submissionId: string): Result<SubmissionRow | null> =>
  whenOk(whenOk(rowsIn(from, 'WHERE id = ?', submissionId), readRows), ([row]) => ok(row ?? null))

const steps: readonly SubmissionState[] = ['intended', 'sending', 'inDoubt']

/** How far a submission has come. Every outcome except “in doubt” is final. */
export const stepOf = ({ state }: Pick<SubmissionRow, 'state'>): number => {
  const step = steps.indexOf(state)
  return step === -1 ? steps.length : step
}

/**
 * The state that a submission from a backup gets here. One that had not ended may have been sent since, so it is in
 * doubt.
 */
export const broughtState = ({ state }: SubmissionRow) =>
  state === 'intended' || state === 'sending' ? 'inDoubt' : state

const traitsOfReceipt = ({ environment, operation, subject, plans, likeness }: Receipt) =>
  traitsOf({ environment, operation, subject, plans }, likeness)

const columns = [
  ...['id', 'receipt_id', 'receipt_number', 'operation', 'environment_id', 'environment_kind'],
  ...['state', 'begun', 'settled', 'unkept', 'sent_at', 'counts_from', 'key_id'],
  ...['list_id', 'list_row', 'list_attempt', 'standing'],
] as const

const insert = (database: Database, row: Row): Result<void> =>
  whenOk(
    database.run(
      `INSERT INTO submissions (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      ...columns.map((name) => row[name] ?? null),
    ),
    () => ok(undefined),
  )

const copyTraits = (from: Reader, to: Database, submissionId: string): Result<void> => {
  const traits = from.all(
    'SELECT kind, digest FROM submission_traits WHERE submission_id = ?',
    submissionId,
  )
  if (!traits.ok) return traits
  for (const { kind = null, digest = null } of traits.value) {
    const written = to.run(
      'INSERT INTO submission_traits VALUES (?, ?, ?)',
      submissionId,
      kind,
      digest,
    )
    if (!written.ok) return written
  }
  return ok(undefined)
}

/**
 * Brings a submission that `to` does not have. Digests of another key cannot be compared, so they are made anew from the
 * receipt; without a receipt they stay, and the guard asks for a reason wherever it cannot compare.
 */
export const bringSubmission = (
  from: Reader,
  to: Place,
  submissionId: string,
  receipt: Receipt | null,
): Result<void> => {
  const { database, master } = to
  const found = rowsIn(from, 'WHERE id = ?', submissionId)
  if (!found.ok) return found
  const [row] = found.value
  const read = readRows(found.value)
  if (!read.ok) return read
  const [known] = read.value
  if (row === undefined || known === undefined) return ok(undefined)
  const key = sealedBy(master)
  const isOurs = row['key_id'] === key
  const begun = Number(known.begun || known.state === 'intended')
  const brought = { ...row, state: broughtState(known), begun }
  if (isOurs || receipt === null)
    return whenOk(insert(database, brought), () => copyTraits(from, database, submissionId))
  return whenOk(insert(database, { ...brought, key_id: key }), () =>
    writeTraits(database, submissionId, digestTraits(master.digests, traitsOfReceipt(receipt))),
  )
}

/** Gives a submission the state that it has in `from`. */
export const advanceSubmission = (
  from: Reader,
  database: Database,
  submissionId: string,
): Result<void> =>
  whenOk(submissionIn(from, submissionId), (row) =>
    row === null
      ? ok(undefined)
      : whenOk(
          database.run(
            'UPDATE submissions SET state = ?, begun = max(begun, ?), settled = ?, unkept = 0, standing = ? WHERE id = ?',
            row.state,
            Number(row.begun),
            Number(row.settled),
            row.standing,
            submissionId,
          ),
          () => ok(undefined),
        ),
  )

/** Writes the submission of an imported receipt. It belongs to no list here; its digests are made when it is brought. */
export const writeFromReceipt = (database: Database, receipt: Receipt): Result<void> => {
  const { environment, outcome, settled, sentAt } = receipt
  return insert(database, {
    id: receipt.submissionId,
    receipt_id: receipt.id,
    receipt_number: receipt.receiptNumber,
    operation: receipt.operation,
    environment_id: environment.id,
    environment_kind: environment.kind,
    state: outcome,
    begun: 1,
    settled: Number(settled !== null),
    unkept: 0,
    sent_at: sentAt,
    counts_from: sentAt,
    key_id: '',
    list_id: null,
    list_row: null,
    list_attempt: null,
    standing: mootOf(receipt),
  })
}
