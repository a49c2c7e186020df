import { z } from 'zod'
import { participantProfileSchema, readingWarningSchema } from './profile.ts'

/** Participant files that are open or can be opened, as the page sees them. Times are ISO 8601 in UTC. */

const id = z.string().min(1)
const time = z.iso.datetime()

export const exampleParticipantSchema = z.strictObject({
  id,
  name: z.string(),
  age: z.int(),
  /** A sentence about why this person is an example. */
  reason: z.string(),
})
export type ExampleParticipant = z.infer<typeof exampleParticipantSchema>

export const participantSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('file'),
    name: z.string().max(400),
    bytes: z.instanceof(Uint8Array),
    /** The file's path, if the host knows it; the browser host does not. */
    path: z.string().optional(),
  }),
  /** Opens the host's own dialog for choosing a file; desktop only. */
  z.strictObject({ kind: z.literal('dialog') }),
  z.strictObject({ kind: z.literal('example'), id }),
  z.strictObject({ kind: z.literal('recent'), id }),
  /** The file kept with a saved forecast. */
  z.strictObject({ kind: z.literal('kept'), id }),
])
export type ParticipantSource = z.infer<typeof participantSourceSchema>

/** A participant file in main's memory; the renderer has only its handle and this reading. */
export const openedParticipantSchema = z.strictObject({
  handle: id,
  fileName: z.string(),
  encoding: z.string(),
  bytes: z.int(),
  characters: z.int(),
  /** SHA-256 of the decoded text, hexadecimal. */
  sha256: z.string(),
  openedAt: time,
  participants: z.array(participantProfileSchema),
  /** Index of the participant on screen. The whole file is sent all the same. */
  chosen: z.int(),
  warnings: z.array(readingWarningSchema),
  /**
   * For a participant opened alone from a file with several: that file's name, and the
   * participant's number in it, counted from 1.
   */
  partOf: z
    .strictObject({
      fileName: z.string(),
      number: z.int(),
      participants: z.int(),
    })
    .optional(),
})
export type OpenedParticipant = z.infer<typeof openedParticipantSchema>

/** The name of the folder with the split files; null if the user chose none. */
export const savedSplitSchema = z.strictObject({ folder: z.string(), files: z.int() }).nullable()
export type SavedSplit = z.infer<typeof savedSplitSchema>

export const recentParticipantSchema = z.strictObject({
  id,
  fileName: z.string(),
  participantName: z.string(),
  openedAt: time,
})
export type RecentParticipant = z.infer<typeof recentParticipantSchema>
