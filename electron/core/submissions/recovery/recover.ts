import type { Receipt } from '#shared/records/receipt.ts'
import { ok, type Result } from '#shared/result.ts'
import type { ActivityLog } from '../../activity/log.ts'
import { isoNow } from '#shared/moments.ts'
import type { Clock, Logger } from '../../ports.ts'
import { isLostForGood } from '../../records/saved/lost-for-good.ts'
import type { SavedRecords } from '../../records/saved/saved-records.ts'
import type { Unresolved } from '../journal/journal-states.ts'
import type { Journal } from '../journal/journal.ts'
import { noteLogged, type StateLog } from '../journal/note-state.ts'
import { changeReceipt } from './change-receipt.ts'
import { believed } from './believed.ts'
import { receiptFrom, recoveredAs, saidBy } from './recovered-receipt.ts'
import type { FindRow } from './row-draft.ts'

export interface RecoverNeeds {
  readonly appVersion: string
  readonly clock: Pick<Clock, 'now'>
  readonly logger: Logger
  readonly log: StateLog & Pick<ActivityLog, 'statesOf'>
  readonly journal: Pick<Journal, 'unresolved' | 'write'>
  readonly savedRecords: Pick<SavedRecords, 'open' | 'knowsEarlier' | 'save' | 'update'>
}

/** Recovers the submissions of the last run. */
export interface Recovery {
  /** See {@link recover}. */
  readonly recover: (findRow: FindRow) => Promise<Result<void>>
  /** See {@link nameRows}. */
  readonly nameRows: (findRow: FindRow) => Promise<Result<void>>
}

const recoverOne = async (
  needs: RecoverNeeds,
  { entry, state }: Unresolved,
  findRow: FindRow,
): Promise<Result<void>> => {
  const { savedRecords, journal, logger } = needs
  const kept = await savedRecords.open(entry.receiptId)
  const isLasting = await savedRecords.knowsEarlier()
  // One that only cannot be opened now stays for a later recovery.
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
  // A row that was only in preparation counts as not taken up, like in a paused list.
  const isInHand = entry.list !== undefined && state === 'intended' && known === null
  const saved = known
    ? await changeReceipt(savedRecords, known.id, () => ok(recovered))
    : isInHand
      ? ok(undefined)
      : await savedRecords.save(recovered, '')
  if (!saved.ok) return saved
  // A receipt only in memory must be made again by the next run; a row's receipt without a name guards nobody.
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
 * Marks everything in doubt that the end of the last run interrupted. Rows of lists have no receipt before their
 * outcome; `findRow` returns their content. One failure does not stop the others; the result is the last failure.
 */
export const recover = async (needs: RecoverNeeds, findRow: FindRow): Promise<Result<void>> => {
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
  savedRecords: Pick<SavedRecords, 'list' | 'open' | 'update'>,
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
