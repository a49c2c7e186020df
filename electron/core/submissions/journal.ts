import type { AppError } from '#shared/errors.ts'
import { submissionOutcomeSchema } from '#shared/ipc/views.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { z } from 'zod'
import type { Files } from '../ports.ts'

/**
 * The write-ahead journal of submissions: one line of JSON per change of state, fsynced before the program goes on.
 * It names no person: the participant is a keyed pseudonym, the body a digest.
 */

const base = { submissionId: z.string(), at: z.iso.datetime() }

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
  }),
  z.strictObject({ ...base, state: z.literal('sending') }),
  z.strictObject({ ...base, state: submissionOutcomeSchema }),
  z.strictObject({ ...base, state: z.literal('settled'), wentThrough: z.boolean() }),
])

export type JournalEntry = z.infer<typeof journalEntrySchema>
export type IntendedEntry = Extract<JournalEntry, { state: 'intended' }>

const fileName = 'submissions.jsonl'

export interface Journal {
  /** Durable when it resolves. */
  write(entry: JournalEntry): Promise<Result<void>>
  /** Submissions without an outcome when the journal was last written; oldest first. */
  unresolved(): Promise<Result<readonly Unresolved[]>>
}

/** `intended`: sending had not begun, so nothing was sent. `sending`: anything may have happened. */
export interface Unresolved {
  readonly entry: IntendedEntry
  readonly state: 'intended' | 'sending'
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
    // A line cut by a power failure: the entry before it is what holds.
    return null
  }
}

export const createJournal = (files: Files): Journal => ({
  write: async (entry) => {
    // The line feed in front ends a line that a power cut may have left half-written.
    const written = await files.append(fileName, new TextEncoder().encode(`\n${JSON.stringify(entry)}`))
    if (written.ok) return written
    return fail(notJournalled(written.error.message))
  },

  unresolved: async () => {
    const bytes = await files.read(fileName)
    if (!bytes.ok) return bytes
    const open = new Map<string, Unresolved>()
    for (const line of new TextDecoder().decode(bytes.value ?? new Uint8Array()).split('\n')) {
      const entry = line === '' ? null : parseLine(line)
      if (!entry) continue
      const known = open.get(entry.submissionId)
      if (entry.state === 'intended') open.set(entry.submissionId, { entry, state: 'intended' })
      else if (entry.state !== 'sending') open.delete(entry.submissionId)
      else if (known) open.set(entry.submissionId, { entry: known.entry, state: 'sending' })
    }
    return ok([...open.values()])
  },
})
