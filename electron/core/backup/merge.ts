import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import {
  mergeKinds,
  mostNamed,
  type MergeKind,
  type MergePart,
  type MergePreview,
} from '#shared/backup/backup.ts'
import type { AppError } from '#shared/errors.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import type { ActivityLog, LogEnd } from '../activity/log.ts'
import type { SealedTable } from '../database/migrations.ts'
import { savedForm, type Saved } from '../records/saved/saved-form.ts'
import { createSealedTable, type Place } from '../records/sealed-table.ts'
import {
  advanceSubmission,
  bringSubmission,
  broughtState,
  stepOf,
  submissionIn,
  submissionsIn,
} from '../submission/table/brought-rows.ts'
import { sealedBy, type SubmissionRow } from '../submission/table/submission-table.ts'

/** Rows to bring into the database in use: those of a backup, or of an imported file. */
export interface Source extends Place {
  readonly madeAt: string
  /** True if only this key can have sealed the receipts, so that they prove a submission's outcome. */
  readonly isProven: boolean
  /** The end of the source's activity log, and the number of records; null if it has no log. */
  readonly log: (LogEnd & { readonly records: number }) | null
  readonly isDamaged: boolean
}

/** What to write, with a preview of it. */
export interface MergePlan {
  readonly preview: MergePreview
  /** To be run in one transaction. */
  readonly writes: readonly ((to: Place) => Result<void>)[]
  readonly resultIds: readonly string[]
  readonly submissionIds: readonly string[]
}

export const savedRows = createSealedTable(
  savedForm({ onPut: () => undefined, onRemoved: () => undefined }),
)

const asKept = (table: SealedTable) =>
  createSealedTable<unknown, null>({ table, read: (_id, body) => ok(body) })
const lists = asKept('lists')
const pieces = asKept('list_pieces')
/**
 * Records that are merged one by one. Recent files are left out, because they are paths on the computer that made the
 * backup.
 */
const others = [
  ['calls', asKept('ended_calls')],
  ['texts', asKept('desk_texts')],
  ['plans', asKept('plans')],
  ['holds', asKept('holds')],
] as const

type Standing = 'fresh' | 'same' | 'differ'
type AnyTable = Pick<ReturnType<typeof asKept>, 'take' | 'write' | 'ids' | 'open'>
type SavedRows = typeof savedRows

/** How many rows to handle before other work gets a turn. */
const rowsAtOnce = 20

const missing = fail({ code: 'records.damaged', message: 'The row is missing.' })

/** True if two rows mean the same; their packed bytes may differ, for example in the order of fields. */
const meansTheSame = async (
  table: AnyTable | SavedRows,
  from: Place,
  here: Place,
  id: string,
): Promise<boolean> => {
  const [there, known] = [await table.open(from, id), await table.open(here, id)]
  return there.ok && known.ok && isDeepStrictEqual(there.value, known.value)
}

/**
 * Compares a source's row with the row here. Fails if the source's row cannot be opened; a row that is damaged here
 * counts as missing here.
 */
const standingOf = async (
  table: AnyTable | SavedRows,
  from: Place,
  here: Place,
  id: string,
): Promise<Result<Standing>> => {
  const there = table.take(from, id)
  if (!there.ok) return there
  if (there.value === null) return missing
  const known = table.take(here, id)
  if (!known.ok) return ok(known.error.code === 'records.damaged' ? 'fresh' : 'differ')
  if (known.value === null) return ok('fresh')
  const isSame =
    Buffer.from(known.value.body).equals(there.value.body) ||
    (await meansTheSame(table, from, here, id))
  return ok(isSame ? 'same' : 'differ')
}

/** Writes a row unless a readable one is here by now. */
const bring =
  (table: AnyTable, from: Place, id: string) =>
  (to: Place): Result<void> => {
    const known = table.take(to, id)
    if (known.ok && known.value !== null) return ok(undefined)
    return whenOk(table.take(from, id), (packed) =>
      packed === null ? missing : table.write(to, id, packed),
    )
  }

const bringResult =
  (from: Place, id: string, mayReplace: boolean) =>
  (to: Place): Result<void> => {
    const known = savedRows.take(to, id)
    if (known.ok && known.value !== null && !mayReplace) return ok(undefined)
    return whenOk(savedRows.take(from, id), (packed) =>
      packed === null ? missing : savedRows.write(to, id, packed),
    )
  }

const receiptIn = async (place: Place, id: string): Promise<Receipt | null> => {
  const opened = await savedRows.open(place, id)
  const record = opened.ok ? opened.value?.record : null
  return record?.kind === 'receipt' ? record : null
}

const noRows = () => ({ fresh: 0, further: 0, same: 0, differ: 0, unreadable: 0 })

const laterKnown = 'Of the answer only the outcome is known: the receipt is from a backup.'

/**
 * Says what a source would bring, and writes nothing. Rows here stay. If a sealed receipt in the source shows that its
 * submission is further along, state and receipt both come. Fails if a database cannot be read.
 */
export const planMerge = async (
  source: Source,
  here: Place,
  log: Pick<ActivityLog, 'continues'>,
): Promise<Result<MergePlan>> => {
  const parts = new Map(mergeKinds.map((what) => [what, noRows()] as const))
  const unreadable: MergePreview['unreadable'] = []
  const writes: ((to: Place) => Result<void>)[] = []
  const resultIds: string[] = []
  const submissionIds: string[] = []
  let seen = 0

  const breathe = async () => {
    seen += 1
    if (seen % rowsAtOnce === 0) await nextTurn()
  }
  const add = (what: MergeKind, how: Exclude<keyof MergePart, 'what'>) => {
    const part = parts.get(what)
    if (part) part[how] += 1
  }
  const name = (what: MergeKind, id: string, { message }: AppError) => {
    add(what, 'unreadable')
    if (unreadable.length < mostNamed) unreadable.push({ what, id, why: message })
  }

  /** If a receipt is older than its submission's state here, the receipt gets that state. */
  const bringReceipt = async (id: string): Promise<void> => {
    const opened = await savedRows.open(source, id)
    const saved = opened.ok ? opened.value : null
    const receipt = saved?.record.kind === 'receipt' ? saved.record : null
    const known = receipt ? submissionIn(here.database, receipt.submissionId) : ok(null)
    const row = known.ok ? known.value : null
    const state = row === null ? null : broughtState(row)
    if (
      !saved ||
      !receipt ||
      state === null ||
      receipt.outcome !== 'inDoubt' ||
      state === 'inDoubt'
    ) {
      writes.push(bringResult(source, id, false))
      return
    }
    const value: Saved = {
      ...saved,
      record: { ...receipt, outcome: state, explanation: laterKnown },
    }
    const packed = await savedRows.pack(value)
    writes.push((to) => savedRows.write(to, id, packed))
  }

  const planResults = async (): Promise<Result<void>> => {
    const ids = savedRows.ids(source.database)
    if (!ids.ok) return ids
    for (const id of ids.value) {
      await breathe()
      const there = savedRows.take(source, id)
      const what = there.ok && there.value?.line?.kind === 'receipt' ? 'receipts' : 'results'
      const standing = await standingOf(savedRows, source, here, id)
      if (!standing.ok) {
        name(what, id, standing.error)
        continue
      }
      add(what, standing.value)
      if (standing.value !== 'fresh') continue
      resultIds.push(id)
      if (what === 'receipts') await bringReceipt(id)
      else writes.push(bringResult(source, id, false))
    }
    return ok(undefined)
  }

  /** True if the source's receipt knows the outcome, and the receipt here, if any, does not. */
  const isProvenFurther = async (there: SubmissionRow, known: SubmissionRow) => {
    if (!source.isProven || stepOf(there) <= stepOf(known)) return false
    const [theirs, ours] = [
      await receiptIn(source, there.receiptId),
      await receiptIn(here, known.receiptId),
    ]
    return (
      theirs?.submissionId === there.submissionId &&
      theirs.outcome === there.state &&
      (ours === null || ours.outcome === 'inDoubt')
    )
  }

  const planSubmissions = async (): Promise<Result<void>> => {
    const rows = submissionsIn(source.database)
    if (!rows.ok) return rows
    for (const row of rows.value) {
      await breathe()
      const { submissionId, receiptId } = row
      const known = submissionIn(here.database, submissionId)
      if (!known.ok) return known
      if (known.value === null) {
        add('submissions', 'fresh')
        submissionIds.push(submissionId)
        const isOurKey = sealedBy(source.master) === sealedBy(here.master)
        const receipt = isOurKey ? null : await receiptIn(source, receiptId)
        writes.push((to) => bringSubmission(source.database, to, submissionId, receipt))
      } else if (await isProvenFurther(row, known.value)) {
        add('submissions', 'further')
        submissionIds.push(submissionId)
        resultIds.push(receiptId)
        writes.push((to) => advanceSubmission(source.database, to.database, submissionId))
        writes.push(bringResult(source, receiptId, true))
      } else {
        add('submissions', known.value.state === broughtState(row) ? 'same' : 'differ')
      }
    }
    return ok(undefined)
  }

  /** The parts of a list's file come with its description, or the list does not come. */
  const planLists = async (): Promise<Result<void>> => {
    const ids = lists.ids(source.database)
    const pieceIds = pieces.ids(source.database)
    if (!ids.ok) return ids
    if (!pieceIds.ok) return pieceIds
    for (const id of ids.value) {
      await breathe()
      const standing = await standingOf(lists, source, here, id)
      const own = pieceIds.value.filter((piece) => piece.startsWith(`${id}-`))
      const broken = own.map((piece) => pieces.take(source, piece)).find((piece) => !piece.ok)
      if (!standing.ok) name('lists', id, standing.error)
      else if (broken?.ok === false) name('lists', id, broken.error)
      else {
        add('lists', standing.value)
        if (standing.value === 'fresh')
          writes.push(...own.map((piece) => bring(pieces, source, piece)), bring(lists, source, id))
      }
    }
    return ok(undefined)
  }

  const planOthers = async (): Promise<Result<void>> => {
    for (const [what, table] of others) {
      const ids = table.ids(source.database)
      if (!ids.ok) return ids
      for (const id of ids.value) {
        await breathe()
        const standing = await standingOf(table, source, here, id)
        if (!standing.ok) name(what, id, standing.error)
        else {
          add(what, standing.value)
          if (standing.value === 'fresh') writes.push(bring(table, source, id))
        }
      }
    }
    return ok(undefined)
  }

  for (const plan of [planSubmissions, planResults, planLists, planOthers]) {
    const planned = await plan()
    if (!planned.ok) return planned
  }
  const continued = source.log ? log.continues(source.log) : ok(false)
  if (!continued.ok) return continued
  const bringsSubmissions = (parts.get('submissions')?.fresh ?? 0) > 0
  return ok({
    writes,
    resultIds,
    submissionIds,
    preview: {
      madeAt: source.madeAt,
      parts: [...parts].map(([what, rows]) => ({ what, ...rows })),
      unreadable,
      activity: source.log && { records: source.log.records, isContinued: continued.value },
      isDamaged: source.isDamaged,
      asksForReasons: source.isProven && (source.log ? !continued.value : bringsSubmissions),
    },
  })
}

/** Writes all of a plan or nothing; durable when it returns. */
export const writePlan = ({ writes }: MergePlan, here: Place): Result<void> =>
  here.database.transaction(() => {
    for (const write of writes) {
      const written = write(here)
      if (!written.ok) return written
    }
    return ok(undefined)
  })
