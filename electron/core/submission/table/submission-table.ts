import { z } from 'zod'
import { mootStandingSchema, type MootStanding } from '#shared/receipt/standing.ts'
import { createListeners } from '#shared/listeners.ts'
import { submissionNamed, submissionOperations } from '#shared/express/operations.ts'
import { submissionOutcomeSchema, type ListPlace } from '#shared/records/receipt.ts'
import { environmentStampSchema } from '#shared/environments/environment.ts'
import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import type { Database, Row } from '../../database/database.ts'
import type { Along, RecordStore } from '../../records/record-store.ts'
import type { MasterKey } from '../../records/sealed-row.ts'
import { samenessOf, type Sameness, type Traits } from './likeness.ts'
import { digestIds, digestTraits, traitKinds, type TraitKind } from './digests.ts'
import { recordOf, type RowRecord } from './row-record.ts'

/**
 * `intended`: sending had not begun, so nothing was sent. `sending`: anything may have happened. Otherwise the outcome.
 */
const stateSchema = z.enum(['intended', 'sending', ...submissionOutcomeSchema.options])
export type SubmissionState = z.infer<typeof stateSchema>

const flag = z.int().transform((number) => number !== 0)

const rowSchema = z
  .object({
    id: z.string(),
    receipt_id: z.string(),
    receipt_number: z.string(),
    operation: z.enum(submissionOperations),
    environment_id: z.string(),
    environment_kind: environmentStampSchema.shape.kind,
    state: stateSchema,
    begun: flag,
    settled: flag,
    sent_at: z.iso.datetime(),
    counts_from: z.iso.datetime().nullable(),
    list_id: z.string().nullable(),
    list_row: z.int().nullable(),
    list_attempt: z.int().nullable(),
    standing: mootStandingSchema.nullable(),
  })
  .transform(({ list_id: listId, list_row: row, list_attempt: attempt, ...found }) => ({
    submissionId: found.id,
    receiptId: found.receipt_id,
    receiptNumber: found.receipt_number,
    operation: found.operation,
    environmentId: found.environment_id,
    environmentKind: found.environment_kind,
    state: found.state,
    /** Whether `sending` was written, so that the service may have seen it. */
    begun: found.begun,
    /** Whether the outcome is a person's finding. */
    settled: found.settled,
    /** Why an opt-out had nothing to do, where the service said so. */
    standing: found.standing,
    /** ISO 8601, UTC, by the computer's clock. */
    sentAt: found.sent_at,
    /** When the guard's days began; null if they have not, because the clock was doubtful. */
    countsFrom: found.counts_from,
    list: listId === null || row === null || attempt === null ? null : { listId, row, attempt },
  }))

/** What the table says about one submission, without any key. */
export type SubmissionRow = z.infer<typeof rowSchema>

export interface NewSubmission extends Pick<
  SubmissionRow,
  'submissionId' | 'receiptId' | 'receiptNumber' | 'sentAt' | 'countsFrom'
> {
  readonly list: ListPlace | null
}

/** A submission that was carried out, or may have been. `same` is null if its digests have another key. */
export interface Alike {
  readonly row: SubmissionRow
  readonly same: Sameness | null
}

const damaged = (details: string) =>
  fail({
    code: 'records.damaged',
    message: 'The record of what was sent is damaged. It was left as it is.',
    advice: 'Restore a backup under Settings.',
    details,
  })

export const readRows = (rows: readonly Row[]): Result<readonly SubmissionRow[]> => {
  const read = z.array(rowSchema).safeParse(rows)
  return read.success ? ok(read.data) : damaged(read.error.issues[0]?.path.join('.') ?? '')
}

const change = (database: Database, ...what: Parameters<Database['run']>): Result<void> =>
  whenOk(database.run(...what), () => ok(undefined))

export const sealedBy = ({ digests }: MasterKey): string =>
  Buffer.from(digests.id).toString('base64url')

const textsOf = (traits: Traits): readonly (readonly [TraitKind, string])[] => {
  const { service, body, file, people, plans } = traits
  const texts = { service: [service], body: [body], file: [file], person: people, plan: plans }
  return traitKinds.flatMap((kind) =>
    texts[kind].filter((text) => text !== '').map((text) => [kind, text] as const),
  )
}

const traitsFrom = (row: SubmissionRow, rows: readonly Row[]): Traits => {
  const of = (kind: TraitKind) =>
    rows.filter((trait) => trait['kind'] === kind).map(({ digest }) => String(digest))
  const [service = ''] = of('service')
  const [body = ''] = of('body')
  const [file = ''] = of('file')
  const { operation, environmentId, environmentKind } = row
  const whom = { people: of('person'), plans: of('plan') }
  return { operation, environmentId, environmentKind, service, body, file, ...whom }
}

const writeDigests = (
  database: Database,
  submissionId: string,
  digests: readonly (readonly [kind: string, digest: string])[],
): Result<void> => {
  for (const [kind, digest] of digests) {
    const written = database.run(
      'INSERT OR IGNORE INTO submission_traits VALUES (?, ?, ?)',
      submissionId,
      kind,
      digest,
    )
    if (!written.ok) return written
  }
  return ok(undefined)
}

/** Writes the traits of a submission, as digests. */
export const writeTraits = (
  database: Database,
  submissionId: string,
  traits: Traits,
): Result<void> => writeDigests(database, submissionId, textsOf(traits))

const idKind = 'transaction'
const ofIds = (digests: readonly string[]) => digests.map((digest) => [idKind, digest] as const)

/** A transaction id of an answer that the receipt of another submission already has. */
export interface TakenId {
  readonly id: string
  readonly receiptNumber: string
}

interface AnswerIds {
  readonly traits: Traits
  readonly ids: readonly string[]
}

/** What is known of a submission's next state beside its outcome. */
export interface Further {
  readonly settled?: boolean
  readonly isKept?: boolean
  readonly neverBegan?: boolean
  readonly standing?: MootStanding | null
}

const mayHaveGone = `state IN ('sending', 'inDoubt', 'accepted')`

/**
 * Every submission of this data folder, one row each, from its intent to its outcome. It names nobody, so it is on disk
 * even without a keychain; its digests then use a key of this run until the keychain is back.
 */
export const createSubmissionTable = (
  store: Pick<RecordStore, 'existing' | 'write' | 'key' | 'memory' | 'reach' | 'register'>,
) => {
  const lists = new Map<string, Map<number, RowRecord>>()
  const moves = createListeners<[listId: string, row: number]>()
  /** Traits of submissions whose digests use the key of this run. */
  const passing = new Map<string, AnswerIds>()
  /** Transaction ids of answers whose outcome is not written yet. */
  const claimed = new Map<string, AnswerIds & { readonly digests: readonly string[] }>()
  /** Submissions that a person settled without a key: their sealed receipts do not say so yet. */
  const unkept = new Set<string>()

  const all = (sql: string, ...values: Parameters<Database['all']>[1][]): Result<readonly Row[]> =>
    whenOk(store.existing(), (database) => (database ? database.all(sql, ...values) : ok([])))

  const rows = (where: string, ...values: Parameters<Database['all']>[1][]) =>
    whenOk(all(`SELECT submissions.* FROM submissions ${where}`, ...values), readRows)

  const of = (submissionId: string): Result<SubmissionRow | null> =>
    whenOk(rows('WHERE id = ?', submissionId), ([row]) => ok(row ?? null))

  /** Updates the list rows in memory after a change to the table. */
  const follow = (submissionId: string) => {
    const row = of(submissionId)
    const list = row.ok ? row.value?.list : null
    if (!row.ok || !row.value || !list) return
    const { listId, row: number, attempt } = list
    const known = lists.get(listId)
    if (attempt >= (known?.get(number)?.attempt ?? 0)) known?.set(number, recordOf(row.value))
    moves.tell(listId, number)
  }

  const traitsOfRow = (row: SubmissionRow): Result<Traits> =>
    whenOk(
      all('SELECT kind, digest FROM submission_traits WHERE submission_id = ?', row.submissionId),
      (theirs) => ok(traitsFrom(row, theirs)),
    )

  const alikeIn = (traits: Traits, key: string): Result<readonly Alike[]> => {
    const found = new Map<string, SubmissionRow>()
    for (const digest of [traits.body, traits.file, ...traits.people]) {
      if (digest === '') continue
      const more = rows(
        `JOIN submission_traits ON submission_id = id
         WHERE digest = ? AND key_id = ? AND operation = ? AND ${mayHaveGone}`,
        digest,
        key,
        traits.operation,
      )
      if (!more.ok) return more
      for (const row of more.value) found.set(row.submissionId, row)
    }
    const alike: Alike[] = []
    for (const row of found.values()) {
      const theirs = traitsOfRow(row)
      if (!theirs.ok) return theirs
      const same = samenessOf(traits, theirs.value)
      if (same !== null) alike.push({ row, same })
    }
    return ok(alike)
  }

  /** The other submission at the same service whose answer had this transaction id; null if there is none. */
  const takenBy = (
    submissionId: string,
    mine: Traits,
    digest: string,
  ): Result<SubmissionRow | null> => {
    const found = rows(
      `JOIN submission_traits ON submission_id = id WHERE kind = ? AND digest = ? AND id <> ?`,
      idKind,
      digest,
      submissionId,
    )
    if (!found.ok) return found
    for (const row of found.value) {
      const theirs = traitsOfRow(row)
      if (!theirs.ok) return theirs
      const mayRepeat = submissionNamed(mine.operation).mayRepeatIds
      if (!mayRepeat || samenessOf(mine, theirs.value) === null) return ok(row)
    }
    return ok(null)
  }

  store.register({
    size: () => passing.size + unkept.size,
    prepare: async ({ master }) => ({
      outcome: ok(undefined),
      moves: [
        ...[...passing].map(([submissionId, { traits, ids }]) => ({
          write: ({ database }: { readonly database: Database }) => {
            const key = sealedBy(master)
            const moved = whenOk(
              database.run('UPDATE submissions SET key_id = ? WHERE id = ?', key, submissionId),
              () =>
                database.run('DELETE FROM submission_traits WHERE submission_id = ?', submissionId),
            )
            return whenOk(moved, () =>
              writeDigests(database, submissionId, [
                ...textsOf(digestTraits(master.digests, traits)),
                ...ofIds(digestIds(master.digests, traits, ids)),
              ]),
            )
          },
          done: () => void passing.delete(submissionId),
        })),
        ...[...unkept].map((submissionId) => ({
          write: ({ database }: { readonly database: Database }) =>
            change(database, 'UPDATE submissions SET unkept = 0 WHERE id = ?', submissionId),
          done: () => void unkept.delete(submissionId),
        })),
      ],
    }),
  })

  return {
    /** The intent of a submission, to be written with its receipt. */
    intended: async (entry: NewSubmission, traits: Traits): Promise<Along> => {
      const master = await store.key()
      const digests = digestTraits(master.digests, traits)
      const { submissionId, receiptId, receiptNumber, sentAt, countsFrom, list } = entry
      return {
        write: (database) =>
          whenOk(
            database.run(
              `INSERT INTO submissions VALUES (?, ?, ?, ?, ?, ?, 'intended', 0, 0, 0, ?, ?, ?, ?, ?, ?, NULL)`,
              submissionId,
              receiptId,
              receiptNumber,
              traits.operation,
              traits.environmentId,
              traits.environmentKind,
              sentAt,
              countsFrom,
              sealedBy(master),
              list?.listId ?? null,
              list?.row ?? null,
              list?.attempt ?? null,
            ),
            () => writeDigests(database, submissionId, textsOf(digests)),
          ),
        done: () => {
          if (master === store.memory.master) passing.set(submissionId, { traits, ids: [] })
          follow(submissionId)
        },
      }
    },

    /**
     * Claims the transaction ids of an answer for its submission; they are written with its next state. Returns one that
     * another submission's answer already had, or null. Where a repeated request changes nothing, its answer may repeat
     * the ids of the same submission.
     */
    claimIds: async (
      submissionId: string,
      traits: Traits,
      ids: readonly string[],
    ): Promise<Result<TakenId | null>> => {
      const master = await store.key()
      const mine = digestTraits(master.digests, traits)
      const digests = digestIds(master.digests, traits, ids)
      const others = [...claimed].filter(([other]) => other !== submissionId)
      claimed.set(submissionId, { traits, ids, digests })
      for (const [index, digest] of digests.entries()) {
        const id = ids[index] ?? ''
        const [pending] = others.find(([, { digests: theirs }]) => theirs.includes(digest)) ?? []
        const taken = pending === undefined ? takenBy(submissionId, mine, digest) : of(pending)
        if (!taken.ok) return taken
        if (taken.value) return ok({ id, receiptNumber: taken.value.receiptNumber })
      }
      return ok(null)
    },

    /**
     * A submission's next state, to be written with its receipt. `isKept` is false if the receipt is only in memory;
     * `neverBegan` takes back that sending began.
     */
    moved: (
      submissionId: string,
      state: Exclude<SubmissionState, 'intended'>,
      { settled = false, isKept = true, neverBegan = false, standing = null }: Further = {},
    ): Along => {
      const answer = claimed.get(submissionId)
      return {
        write: (database) =>
          whenOk(
            database.run(
              `UPDATE submissions SET state = ?, begun = max(begun * ?, ?), settled = ?, unkept = ?, standing = ? WHERE id = ?`,
              state,
              Number(!neverBegan),
              Number(state === 'sending'),
              Number(settled),
              Number(!isKept),
              standing,
              submissionId,
            ),
            () => writeDigests(database, submissionId, ofIds(answer?.digests ?? [])),
          ),
        done: () => {
          claimed.delete(submissionId)
          if (answer && passing.has(submissionId)) passing.set(submissionId, answer)
          if (!isKept) unkept.add(submissionId)
          follow(submissionId)
        },
      }
    },

    /** Call this after other code wrote these rows into the database. */
    lookAgain: (submissionIds: readonly string[]): void => submissionIds.forEach(follow),

    /** Durable when it returns. */
    write: store.write,

    of,

    /** Time of the newest submission, milliseconds since 1970; null if there is none, or if its row is damaged. */
    newest: (): number | null => {
      const found = rows('ORDER BY sent_at DESC LIMIT 1')
      const [newest] = found.ok ? found.value : []
      return newest ? Date.parse(newest.sentAt) : null
    },

    /**
     * Submissions that were carried out, or may have been, and are the same as one with these traits. Those whose digests
     * have another key may be any of their operation and kind of environment.
     */
    alike: async (traits: Traits): Promise<Result<readonly Alike[]>> => {
      await store.reach()
      const master = await store.key()
      const key = sealedBy(master)
      return whenOk(alikeIn(digestTraits(master.digests, traits), key), (alike) =>
        whenOk(
          rows(
            `WHERE (key_id < ? OR key_id > ?) AND operation = ? AND environment_kind = ? AND ${mayHaveGone}`,
            key,
            key,
            traits.operation,
            traits.environmentKind,
          ),
          (others) => ok([...alike, ...others.map((row) => ({ row, same: null }))]),
        ),
      )
    },

    /**
     * The rows of a list that have a submission, by number, each with its latest attempt; the map follows the table.
     */
    rowsOf: (listId: string): Result<ReadonlyMap<number, RowRecord>> => {
      const known = lists.get(listId)
      if (known) return ok(known)
      return whenOk(rows('WHERE list_id = ? ORDER BY list_attempt', listId), (found) => {
        const records = new Map<number, RowRecord>()
        for (const row of found) if (row.list) records.set(row.list.row, recordOf(row))
        lists.set(listId, records)
        return ok(records)
      })
    },
    onRow: moves.on,

    /**
     * Submissions whose outcome the last run could not write, or whose receipts are missing or outdated; oldest first.
     */
    unfinished: (): Result<readonly SubmissionRow[]> =>
      rows(
        `LEFT JOIN results ON results.id = receipt_id
         WHERE state IN ('intended', 'sending') OR unkept = 1 OR (state = 'inDoubt' AND results.id IS NULL)
         ORDER BY submissions.rowid`,
      ),

    /** The guard's days begin now for submissions that were sent while the clock was doubtful. */
    countFrom: (now: string): Result<void> =>
      whenOk(all('SELECT id FROM submissions WHERE counts_from IS NULL'), (found) =>
        found.length === 0
          ? ok(undefined)
          : store.write({
              write: (database) =>
                whenOk(
                  database.run(
                    'UPDATE submissions SET counts_from = ? WHERE counts_from IS NULL',
                    now,
                  ),
                  () => ok(undefined),
                ),
              done: () => undefined,
            }),
      ),

    /** Forgets every submission, so that the guard has nothing to compare with. */
    forgetAll: (): Result<void> =>
      store.write({
        write: (database) => change(database, 'DELETE FROM submissions'),
        done: () => {
          lists.clear()
          passing.clear()
          unkept.clear()
        },
      }),

    /** Deletes submissions that have an outcome, whose `counts_from` is before `before`, and whose receipt and list are gone. */
    forget: (before: string): Result<void> => {
      const over = `counts_from < ? AND state NOT IN ('intended', 'sending', 'inDoubt')
        AND receipt_id NOT IN (SELECT id FROM results)
        AND (list_id IS NULL OR list_id NOT IN (SELECT id FROM lists))`
      return whenOk(all(`SELECT id FROM submissions WHERE ${over}`, before), (found) =>
        found.length === 0
          ? ok(undefined)
          : store.write({
              write: (database) =>
                whenOk(database.run(`DELETE FROM submissions WHERE ${over}`, before), () =>
                  ok(undefined),
                ),
              done: () => undefined,
            }),
      )
    },
  }
}

export type SubmissionTable = ReturnType<typeof createSubmissionTable>
