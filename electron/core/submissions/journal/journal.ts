import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppError } from '#shared/errors.ts'
import { submissionOperations } from '#shared/express/operations.ts'
import { listPlaceSchema, submissionOutcomeSchema } from '#shared/records/receipt.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { z } from 'zod'
import { eachLine, sizeOf } from '../../records/file-parts.ts'
import { asKept, fromKept } from '../../records/kept-names.ts'
import type { Files } from '../../ports.ts'
import { createLatest, createOpen, type Unresolved } from './journal-states.ts'

/**
 * The write-ahead journal of submissions: one line of JSON per change of state, fsynced before the program goes on.
 * It names no person: participants are keyed pseudonyms. Nothing here is a digest without a key of what holds an id, since
 * an id of nine digits can be found by trying them all.
 */

const base = { submissionId: z.string(), at: z.iso.datetime() }

/** The receipt of it could not be written to disk: the next run makes one. */
const unkept = z.literal(true).optional()

/** Fields that a later version adds are passed over: they must not make an entry unreadable. */
export const journalEntrySchema = z.preprocess(
  fromKept,
  z.discriminatedUnion('state', [
    z.object({
      ...base,
      state: z.literal('intended'),
      operation: z.enum(submissionOperations),
      environmentId: z.string(),
      environmentName: z.string(),
      environmentKind: z.enum(['training', 'uat', 'production']),
      /** Keyed digest of the participant's id. */
      pseudonym: z.string(),
      /** Keyed digests of the ids of everybody in the file, as `peopleKeys` makes them; absent in what an older version wrote. */
      people: z.array(z.string()).optional(),
      receiptId: z.string(),
      receiptNumber: z.string(),
      user: z.string(),
      /** The row of a list that it is; absent for all else. */
      list: z.object(listPlaceSchema.shape).optional(),
    }),
    z.object({ ...base, state: z.literal('sending') }),
    z.object({
      ...base,
      state: submissionOutcomeSchema,
      unkept,
    }),
    z.object({ ...base, state: z.literal('settled'), wentThrough: z.boolean(), unkept }),
  ]),
)

export type JournalEntry = z.infer<typeof journalEntrySchema>
export type IntendedEntry = Extract<JournalEntry, { state: 'intended' }>

const fileName = 'submissions.jsonl'
/** Read before others get their turn: a few milliseconds. */
const chunkBytes = 64 * 1024
/** From this length on the journal is looked through for what nobody needs any more: some five thousand submissions. */
const longBytes = 4 * 1024 * 1024

export interface Journal {
  /** Durable when it resolves. Entries that come while others are being written share one fsync. */
  write(entry: JournalEntry): Promise<Result<void>>
  /** Submissions without an outcome, or without a receipt of it, when the journal was last written; oldest first. */
  unresolved(): Promise<Result<readonly Unresolved[]>>
  /**
   * Leaves out a long journal's submissions that nobody needs any more: with an outcome that is known and kept, last
   * touched before `before` (UTC, ISO 8601), and no row of a list that is still there. Receipts and activity log have them.
   * Takes digests that an older version wrote out of a journal of any length. For the start, before anything is written.
   */
  shorten(before: string, isListKept: (listId: string) => boolean): Promise<Result<void>>
  /** When the newest entry that was read from disk was made, milliseconds since 1970; null before any was. */
  readonly newest: () => number | null
  /** Every entry on disk, oldest first, in slices that hold nobody up. */
  each(use: (entry: JournalEntry) => void): Promise<Result<void>>
  /** Told of every entry once it is durable; the returned function ends that. */
  onWritten(listener: (entry: JournalEntry) => void): () => void
}

/** Said when a state could not be made durable before sending. */
export const notJournalled = (details: string): AppError => ({
  code: 'submission.journal',
  message: 'The record of this submission could not be written to disk, so nothing was sent.',
  advice: 'Free some disk space or check the data folder, then send it again.',
  details,
})

const parseLine = (line: string): JournalEntry | null => {
  try {
    const entry = journalEntrySchema.safeParse(JSON.parse(line))
    return entry.success ? entry.data : null
  } catch {
    return null
  }
}

/**
 * Whether a line that cannot be read was once written whole, be it the last byte that is damaged. One that a power failure
 * cut was durable for nobody: the entry before it is what holds.
 */
const isDamaged = (line: string): boolean =>
  line.endsWith('}') || parseLine(`${line.slice(0, -1)}}`) !== null

/**
 * An older version put the digest of the body into an intent, and an id can be found from it by trying all ids. The line
 * without it; as it is where it has none. Of a line that cannot be read all else stays as it is found.
 */
const withoutDigest = (line: string): string => {
  if (!line.includes('"bodySha256"')) return line
  try {
    const entry = z.record(z.string(), z.unknown()).parse(JSON.parse(line))
    delete entry['bodySha256']
    return JSON.stringify(entry)
  } catch {
    return line.replaceAll(/"bodySha256":\s*"[^"]*/g, '"bodySha256":"')
  }
}

interface Waiting {
  readonly entry: JournalEntry
  readonly done: (written: Result<void>) => void
}

/** One append for all that wait; `told` hears of every entry once it is durable. */
const createWriter = (files: Files, told: (entry: JournalEntry) => void) => {
  let waiting: Waiting[] = []
  let isWriting = false

  /** Nobody is answered before the append that holds the own entry is durable. */
  const writeAll = async (): Promise<void> => {
    isWriting = true
    try {
      while (waiting.length > 0) {
        // Entries of one turn come together.
        await nextTurn()
        const group = waiting
        waiting = []
        // The line feed in front ends a line that a power cut may have left half-written.
        const text = group.map(({ entry }) => `\n${JSON.stringify(asKept(entry))}`).join('')
        const written = await files.append(fileName, new TextEncoder().encode(text))
        // Whoever waits goes on after the listeners were told, and also where one of them throws.
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

export const createJournal = (files: Files): Journal => {
  const listeners = new Set<(entry: JournalEntry) => void>()
  const write = createWriter(files, (entry) => {
    for (const listener of listeners) listener(entry)
  })
  let newest: number | null = null

  /** Every line of the first `size` bytes. */
  const eachLineOf = (size: number, use: (line: string) => void): Promise<Result<void>> =>
    eachLine(files, { name: fileName, size }, (bytes) => use(bytes.toString('utf8')), {
      chunkBytes,
    })

  const eachEntry = async (
    use: (entry: JournalEntry) => void,
    onDamaged?: () => void,
  ): Promise<Result<void>> => {
    const size = await sizeOf(files, fileName)
    if (!size.ok) return size
    return eachLineOf(size.value, (line) => {
      const entry = parseLine(line)
      if (entry) {
        newest = Math.max(newest ?? -Infinity, Date.parse(entry.at))
        use(entry)
      } else if (isDamaged(line)) onDamaged?.()
    })
  }

  return {
    write,

    newest: () => newest,

    each: (use) => eachEntry(use),

    unresolved: async () => {
      const open = createOpen()
      const read = await eachEntry(open.take, open.takeDamaged)
      return read.ok ? ok(open.all()) : read
    },

    shorten: async (before, isListKept) => {
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
      const isNeeded = ({ submissionId }: JournalEntry): boolean =>
        !isLong || unresolved.has(submissionId) || latest.isNeeded(submissionId, before, isListKept)
      const kept: Buffer[] = []
      const found = { digest: false }
      const looked = await eachLineOf(size.value, (line) => {
        const entry = parseLine(line)
        const clean = withoutDigest(line)
        found.digest ||= clean !== line
        // What this version cannot read, a newer one may have written.
        if (line !== '' && (entry === null || isNeeded(entry))) kept.push(Buffer.from(`\n${clean}`))
      })
      if (!looked.ok) return looked
      const text = Buffer.concat(kept)
      const isWorthIt = found.digest || text.length <= size.value / 2
      return isWorthIt ? files.replace(fileName, text) : ok(undefined)
    },

    onWritten: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
