import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppError } from '#shared/errors.ts'
import { createListeners } from '#shared/listeners.ts'
import { submissionOperations } from '#shared/express/operations.ts'
import { listPlaceSchema, submissionOutcomeSchema } from '#shared/records/receipt.ts'
import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import { parseJson } from '#shared/text/parse-json.ts'
import { z } from 'zod'
import { eachLine, sizeOf } from '../../platform/file-parts.ts'
import type { Files } from '../../platform/ports.ts'
import { createLatest, createOpen, type Unresolved } from './journal-states.ts'

/**
 * The write-ahead journal of submissions: one line of JSON for each change of state, with an fsync before the program
 * continues. It names no person: participants are keyed pseudonyms. No digest of anything with an id is without a key,
 * because trying all ids of nine digits would reveal the id.
 */

const base = { submissionId: z.string(), at: z.iso.datetime() }

/** Its receipt could not be written to disk: the next run makes one. */
const unkept = z.literal(true).optional()

/** Fields of a later version are ignored: they must not make an entry unreadable. */
export const journalEntrySchema = z.discriminatedUnion('state', [
  z.object({
    ...base,
    state: z.literal('intended'),
    operation: z.enum(submissionOperations),
    environmentId: z.string(),
    environmentName: z.string(),
    environmentKind: z.enum(['training', 'uat', 'production']),
    /** Keyed digest of the participant's id. */
    pseudonym: z.string(),
    /** Keyed digests of all ids in the file, from `peopleKeys`; absent in entries of older versions. */
    people: z.array(z.string()).optional(),
    receiptId: z.string(),
    receiptNumber: z.string(),
    user: z.string(),
    list: z.object(listPlaceSchema.shape).optional(),
  }),
  z.object({ ...base, state: z.literal('sending') }),
  z.object({ ...base, state: submissionOutcomeSchema, unkept }),
  z.object({ ...base, state: z.literal('settled'), wentThrough: z.boolean(), unkept }),
])

export type JournalEntry = z.infer<typeof journalEntrySchema>
export type IntendedEntry = Extract<JournalEntry, { state: 'intended' }>

const fileName = 'submissions.jsonl'
/** Bytes read before other work gets a turn: a few milliseconds. */
const chunkBytes = 64 * 1024
/** A longer journal drops submissions that nobody needs any more; bytes, about five thousand submissions. */
const longBytes = 4 * 1024 * 1024

/** The error for a state that could not be made durable before sending. */
export const notJournalled = (details: string): AppError => ({
  code: 'submission.journal',
  message: 'The record of this submission could not be written to disk, so nothing was sent.',
  advice: 'Free some disk space or check the data folder, then send it again.',
  details,
})

const parseLine = (line: string): JournalEntry | null =>
  journalEntrySchema.safeParse(parseJson(line)).data ?? null

/**
 * Whether an unreadable line was once written whole, even if only its last byte is damaged. A line that a power failure
 * cut was never durable, so the entry before it counts.
 */
const isDamaged = (line: string) =>
  line.endsWith('}') || parseLine(`${line.slice(0, -1)}}`) !== null

/**
 * Removes the digest of the body that an older version put into an intent, because trying all ids would reveal the id.
 * A line without a digest stays unchanged, and so does the rest of an unreadable line.
 */
const withoutDigest = (line: string) => {
  if (!line.includes('"bodySha256"')) return line
  try {
    const entry = z.record(z.string(), z.unknown()).parse(JSON.parse(line))
    delete entry['bodySha256']
    return JSON.stringify(entry)
  } catch {
    return line.replaceAll(/"bodySha256":\s*"[^"]*/g, '"bodySha256":"')
  }
}

/** One append for all waiting entries; `told` gets every entry once it is durable. */
const createWriter = (files: Files, told: (entry: JournalEntry) => void) => {
  let waiting: { entry: JournalEntry; done: (written: Result<void>) => void }[] = []
  let isWriting = false

  /** Nobody gets an answer before the append with the own entry is durable. */
  const writeAll = async () => {
    isWriting = true
    try {
      while (waiting.length > 0) {
        // This collects the entries of one turn.
        await nextTurn()
        const group = waiting
        waiting = []
        // The leading line feed ends a line that a power cut may have left half-written.
        const text = group.map(({ entry }) => `\n${JSON.stringify(entry)}`).join('')
        const written = await files.append(fileName, new TextEncoder().encode(text))
        // The waiting callers continue after the listeners, even if a listener throws.
        if (written.ok) queueMicrotask(() => group.forEach(({ entry }) => told(entry)))
        for (const { done } of group)
          done(written.ok ? ok(undefined) : fail(notJournalled(written.error.message)))
      }
    } finally {
      isWriting = false
    }
  }

  return (entry: JournalEntry): Promise<Result<void>> =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, done: resolve })
      if (!isWriting) writeAll().catch(reject)
    })
}

export const createJournal = (files: Files) => {
  const written = createListeners<[JournalEntry]>()
  let newest: number | null = null

  const eachLineOf = (size: number, use: (line: string) => void) =>
    eachLine(files, { name: fileName, size }, (bytes) => use(bytes.toString('utf8')), {
      chunkBytes,
    })

  const eachEntry = async (use: (entry: JournalEntry) => void, onDamaged?: () => void) =>
    whenOk(await sizeOf(files, fileName), (size) =>
      eachLineOf(size, (line) => {
        const entry = parseLine(line)
        if (entry) {
          newest = Math.max(newest ?? -Infinity, Date.parse(entry.at))
          use(entry)
        } else if (isDamaged(line)) onDamaged?.()
      }),
    )

  return {
    /** Durable when it resolves. Entries that arrive during a write share the next fsync. */
    write: createWriter(files, written.tell),

    /** Time of the newest entry that was read from disk, milliseconds since 1970; null before the first read. */
    newest: () => newest,

    /** Every entry on disk, oldest first, in slices that do not block. */
    each: eachEntry,

    /** Submissions without an outcome, or without a receipt, as of the last write of the journal; oldest first. */
    unresolved: async (): Promise<Result<readonly Unresolved[]>> => {
      const open = createOpen()
      const read = await eachEntry(open.take, open.takeDamaged)
      return read.ok ? ok(open.all()) : read
    },

    /**
     * Removes submissions that nobody needs any more from a long journal: those with a known and kept outcome, a last
     * entry before `before` (UTC, ISO 8601), and no row of an existing list. Receipts and activity log still have them.
     * In a journal of any length it removes digests that an older version wrote. Call it at the start, before any write.
     */
    shorten: async (
      before: string,
      isListKept: (listId: string) => boolean,
    ): Promise<Result<void>> => {
      const size = await sizeOf(files, fileName)
      if (!size.ok) return size
      const isLong = size.value >= longBytes
      const open = createOpen()
      const latest = createLatest()
      const read = await eachEntry((entry) => {
        open.take(entry)
        latest.take(entry)
      }, open.takeDamaged)
      if (!read.ok) return read
      const unresolved = new Set(open.all().map(({ entry }) => entry.submissionId))
      const isNeeded = ({ submissionId }: JournalEntry) =>
        !isLong || unresolved.has(submissionId) || latest.isNeeded(submissionId, before, isListKept)
      const kept: Buffer[] = []
      const found = { digest: false }
      const looked = await eachLineOf(size.value, (line) => {
        const entry = parseLine(line)
        const clean = withoutDigest(line)
        found.digest ||= clean !== line
        // A newer version may have written what this version cannot read.
        if (line !== '' && (entry === null || isNeeded(entry))) kept.push(Buffer.from(`\n${clean}`))
      })
      if (!looked.ok) return looked
      const text = Buffer.concat(kept)
      const isWorthIt = found.digest || text.length <= size.value / 2
      return isWorthIt ? files.replace(fileName, text) : ok(undefined)
    },

    onWritten: written.on,
  }
}

export type Journal = ReturnType<typeof createJournal>
