import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppError } from '#shared/errors.ts'
import { batchPlaceSchema } from '#shared/ipc/desk-views.ts'
import { submissionOutcomeSchema, type SubmissionOutcome } from '#shared/ipc/views.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { z } from 'zod'
import type { Files } from '../ports.ts'

/**
 * The write-ahead journal of submissions: one line of JSON per change of state, fsynced before the program goes on.
 * It names no person: the participant is a keyed pseudonym, the body a digest.
 */

const base = { submissionId: z.string(), at: z.iso.datetime() }

/** The receipt of it could not be written to disk: the next run makes one. */
const unkept = z.literal(true).optional()

export const journalEntrySchema = z.discriminatedUnion('state', [
  z.strictObject({
    ...base,
    state: z.literal('intended'),
    operation: z.enum(['enroll', 'implement', 'optout']),
    environmentId: z.string(),
    environmentName: z.string(),
    environmentKind: z.enum(['training', 'uat', 'production']),
    /** Keyed digest of the participant's id. */
    pseudonym: z.string(),
    bodySha256: z.string(),
    receiptId: z.string(),
    receiptNumber: z.string(),
    user: z.string(),
    /** The row of a list that it is; absent for all else. */
    batch: batchPlaceSchema.optional(),
  }),
  z.strictObject({ ...base, state: z.literal('sending') }),
  z.strictObject({
    ...base,
    state: submissionOutcomeSchema,
    unkept,
  }),
  z.strictObject({ ...base, state: z.literal('settled'), wentThrough: z.boolean(), unkept }),
])

export type JournalEntry = z.infer<typeof journalEntrySchema>
export type IntendedEntry = Extract<JournalEntry, { state: 'intended' }>

const fileName = 'submissions.jsonl'
/** Lines read before others get their turn: a few milliseconds. */
const linesAtOnce = 400

export interface Journal {
  /** Durable when it resolves. Entries that come while others are being written share one fsync. */
  write(entry: JournalEntry): Promise<Result<void>>
  /** Submissions without an outcome, or without a receipt of it, when the journal was last written; oldest first. */
  unresolved(): Promise<Result<readonly Unresolved[]>>
  /** Every entry on disk, oldest first, in slices that hold nobody up. */
  each(use: (entry: JournalEntry) => void): Promise<Result<void>>
  /** Told of every entry once it is durable; the returned function ends that. */
  onWritten(listener: (entry: JournalEntry) => void): () => void
}

/**
 * `intended`: sending had not begun, so nothing was sent. `sending`: anything may have happened. An outcome: known, and its
 * receipt could not be kept.
 */
export interface Unresolved {
  readonly entry: IntendedEntry
  readonly state: 'intended' | 'sending' | SubmissionOutcome
}

/** Said when a state could not be made durable before sending. */
export const notJournalled = (details: string): AppError => ({
  code: 'submission.journal',
  message: 'The record of this submission could not be written to disk, so nothing was sent.',
  advice: 'Free some disk space or check the data folder, then send it again.',
  details,
})

/** What became of a submission by an entry that says so. */
export const outcomeOf = (entry: Exclude<JournalEntry, { state: 'intended' | 'sending' }>): SubmissionOutcome =>
  entry.state === 'settled' ? (entry.wentThrough ? 'accepted' : 'notSent') : entry.state

const parseLine = (line: string): JournalEntry | null => {
  try {
    const entry = journalEntrySchema.safeParse(JSON.parse(line))
    return entry.success ? entry.data : null
  } catch {
    // A line cut by a power failure: the entry before it is what holds.
    return null
  }
}

interface Waiting {
  readonly entry: JournalEntry
  readonly done: (written: Result<void>) => void
}

export const createJournal = (files: Files): Journal => {
  const listeners = new Set<(entry: JournalEntry) => void>()
  let waiting: Waiting[] = []
  let isWriting = false

  const tell = (group: readonly Waiting[]): void => {
    for (const { entry } of group) for (const listener of listeners) listener(entry)
  }

  /** One append for all that wait. Nobody is answered before the append that holds the own entry is durable. */
  const writeAll = async (): Promise<void> => {
    isWriting = true
    try {
      while (waiting.length > 0) {
        // Entries of one turn come together.
        await nextTurn()
        const group = waiting
        waiting = []
        // The line feed in front ends a line that a power cut may have left half-written.
        const text = group.map(({ entry }) => `\n${JSON.stringify(entry)}`).join('')
        const written = await files.append(fileName, new TextEncoder().encode(text))
        // Whoever waits goes on after the listeners were told, and also where one of them throws.
        if (written.ok) queueMicrotask(() => tell(group))
        for (const { done } of group) done(written.ok ? ok(undefined) : fail(notJournalled(written.error.message)))
      }
    } finally {
      isWriting = false
    }
  }

  const each: Journal['each'] = async (use) => {
    const bytes = await files.read(fileName)
    if (!bytes.ok) return bytes
    const all = Buffer.from(bytes.value ?? new Uint8Array())
    let lines = 0
    for (let start = 0; start < all.length; ) {
      const feed = all.indexOf(10, start)
      const end = feed === -1 ? all.length : feed
      const entry = end === start ? null : parseLine(all.toString('utf8', start, end))
      if (entry) use(entry)
      start = end + 1
      lines += 1
      if (lines % linesAtOnce === 0) await nextTurn()
    }
    return ok(undefined)
  }

  return {
    write: (entry) =>
      new Promise((resolve, reject) => {
        waiting.push({ entry, done: resolve })
        if (!isWriting) writeAll().catch(reject)
      }),

    each,

    unresolved: async () => {
      const open = new Map<string, Unresolved>()
      /** Taken for interrupted by a program that was started meanwhile. */
      const notBegun = new Map<string, IntendedEntry>()
      const read = await each((entry) => {
        const known = open.get(entry.submissionId)
        if (entry.state === 'intended') open.set(entry.submissionId, { entry, state: 'intended' })
        else if (entry.state === 'sending') {
          const intent = known?.entry ?? notBegun.get(entry.submissionId)
          if (intent) open.set(entry.submissionId, { entry: intent, state: 'sending' })
        } else {
          if (known?.state === 'intended') notBegun.set(entry.submissionId, known.entry)
          if (known && entry.unkept) open.set(entry.submissionId, { entry: known.entry, state: outcomeOf(entry) })
          else open.delete(entry.submissionId)
        }
      })
      return read.ok ? ok([...open.values()]) : read
    },

    onWritten: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
