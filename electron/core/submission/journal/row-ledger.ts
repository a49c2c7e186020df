import { hash } from 'node:crypto'
import type { AppError } from '#shared/errors.ts'
import type { ListPlace, SubmissionOutcome } from '#shared/records/receipt.ts'
import { createListeners } from '#shared/listeners.ts'
import { ok, type Result } from '#shared/result.ts'
import { outcomeOf } from './journal-states.ts'
import type { Journal, JournalEntry } from './journal.ts'

/**
 * The id of a row's submission: a UUID (version 8 of RFC 9562, bits from SHA-256) made only from list, row and attempt.
 * It is the same after every start, so the journal knows the fate of the row.
 */
export const rowSubmissionId = ({ listId, row, attempt }: ListPlace): string => {
  const bytes = hash('sha256', `glidepath-row\n${listId}\n${row}\n${attempt}`, 'buffer')
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex', 0, 16)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The error for a row that was begun before; otherwise null. */
export const refuseRow = (
  place: ListPlace,
  isTaken: (submissionId: string) => boolean,
): AppError | null =>
  isTaken(rowSubmissionId(place))
    ? {
        code: 'submission.alreadySent',
        message: 'This row was begun before. It is not sent again.',
      }
    : null

/** The journal's record of a row's latest attempt. */
export interface RowRecord {
  readonly submissionId: string
  readonly receiptId: string
  readonly receiptNumber: string
  readonly attempt: number
  /** Whether `sending` was journalled, so that the service may have seen it. */
  readonly begun: boolean
  /** Null if there is none; a settled row has the person's finding. */
  readonly outcome: SubmissionOutcome | null
  readonly settled: boolean
}

/** Rows of lists in the journal, which alone decides what was sent. */
export const createRowLedger = (journal: Journal) => {
  const lists = new Map<string, Map<number, RowRecord>>()
  const moves = createListeners<[listId: string, row: number]>()
  const places = new Map<string, { readonly listId: string; readonly row: number }>()
  /** Ids that were begun but whose content is unreadable. */
  const orphans = new Set<string>()
  let loading: Promise<Result<void>> | null = null

  const stateOf = (entry: Exclude<JournalEntry, { state: 'intended' }>): Partial<RowRecord> => {
    if (entry.state === 'sending') return { begun: true, outcome: null }
    return { outcome: outcomeOf(entry), settled: entry.state === 'settled' }
  }

  const note = (entry: JournalEntry) => {
    if (entry.state === 'intended') {
      if (!entry.list) return
      const { listId, row, attempt } = entry.list
      const rows = lists.get(listId) ?? new Map<number, RowRecord>()
      lists.set(listId, rows)
      places.set(entry.submissionId, { listId, row })
      const { submissionId, receiptId, receiptNumber } = entry
      if (attempt < (rows.get(row)?.attempt ?? 0)) return
      const unsent = { begun: false, outcome: null, settled: false }
      rows.set(row, { submissionId, receiptId, receiptNumber, attempt, ...unsent })
      return moves.tell(listId, row)
    }
    const place = places.get(entry.submissionId)
    if (!place && entry.state === 'sending') orphans.add(entry.submissionId)
    const rows = place && lists.get(place.listId)
    const known = place && rows?.get(place.row)
    if (!place || known?.submissionId !== entry.submissionId) return
    rows?.set(place.row, { ...known, ...stateOf(entry) })
    moves.tell(place.listId, place.row)
  }

  const read = async () => {
    // Entries written during the read come twice at worst, in the same order, which changes nothing.
    const meanwhile: JournalEntry[] = []
    const stop = journal.onWritten((entry) => meanwhile.push(entry))
    const done = await journal.each(note)
    stop()
    if (!done.ok) {
      loading = null
      return done
    }
    for (const entry of meanwhile) note(entry)
    journal.onWritten(note)
    return ok(undefined)
  }

  return {
    /** Reads the journal once, and follows later entries. */
    load: () => (loading ??= read()),
    /** Rows of a list that have an entry, by row number. */
    rowsOf: (listId: string): ReadonlyMap<number, RowRecord> => lists.get(listId) ?? new Map(),
    /** Receipts of all rows whose latest attempt was accepted or is in doubt, by id. */
    receiptsThatCount: () =>
      [...lists.values()].flatMap((rows) =>
        [...rows.values()]
          .filter(({ outcome }) => outcome === 'accepted' || outcome === 'inDoubt')
          .map(({ receiptId }) => receiptId),
      ),
    onRow: moves.on,
    /** Whether this id was ever begun; such an id is never used again. */
    isTaken: (submissionId: string) => places.has(submissionId) || orphans.has(submissionId),
  }
}

export type RowLedger = ReturnType<typeof createRowLedger>
