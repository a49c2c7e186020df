import { z } from 'zod'
import { resultSchema } from '#shared/errors.ts'
import { participantMappingSchema } from '#shared/participant/mapping.ts'
import { participantProfileSchema, participantReadingSchema } from '#shared/participant/profile.ts'
import { putBackParts } from '#shared/participant/put-back.ts'
import { mappingPreviewSchema } from '#shared/participant/trace.ts'
import { fail, type Result } from '#shared/result.ts'

/**
 * Messages between main and the participant worker. They have their own file, so that main does not load the worker's
 * code.
 */

/** Maximum size of a participant file; it holds about ten thousand people. */
export const maxParticipantBytes = 64 * 1024 * 1024

const megabytes = (bytes: number) => `${(bytes / (1024 * 1024)).toFixed(1)} MB`

export const tooLarge = (bytes: number): Result<never> =>
  fail({
    code: 'participant.tooLarge',
    message: `The file has ${megabytes(bytes)}; participant files are read up to ${megabytes(maxParticipantBytes)}.`,
    advice: 'Split it into smaller files.',
  })

const inspectedSchema = z.strictObject({
  /** The exact text of the file without a byte order mark, as it is sent. */
  text: z.string(),
  encoding: z.string(),
  mark: z.boolean(),
  /** SHA-256 of the text in UTF-8, hexadecimal. */
  sha256: z.string(),
  /** Remarks on the file itself, independent of the mapping. */
  remarks: participantReadingSchema.shape.warnings,
  /** The reading without `remarks`. */
  reading: participantReadingSchema,
})
export type Inspected = z.infer<typeof inspectedSchema>

/** How to read a file: the mapping of its values, and today, YYYY-MM-DD. */
const how = { mapping: participantMappingSchema, today: z.string() }
export type ReadingWay = z.infer<z.ZodObject<typeof how>>

export const inspectionJobSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('bytes'), bytes: z.instanceof(Uint8Array), ...how }),
  z.strictObject({ kind: z.literal('text'), text: z.string(), ...how }),
  z.strictObject({ kind: z.literal('preview'), text: z.string(), index: z.int(), ...how }),
  /** Returns one file for each participant, or only for the one at `only`. */
  z.strictObject({
    kind: z.literal('split'),
    text: z.string(),
    encoding: z.string(),
    mark: z.boolean(),
    only: z.int().nullable(),
    ...how,
  }),
  z.strictObject({ kind: z.literal('parts'), text: z.string(), ...how }),
  z.strictObject({
    kind: z.literal('putBack'),
    text: z.string(),
    days: z.int(),
    before: participantProfileSchema,
    parts: z.array(z.enum(putBackParts)),
    ...how,
  }),
  z.strictObject({
    kind: z.literal('otherChanges'),
    text: z.string(),
    earlier: z.string(),
    ...how,
  }),
])
export type InspectionJob = z.infer<typeof inspectionJobSchema>

export const inspectionAnswers = {
  bytes: resultSchema(inspectedSchema),
  text: resultSchema(participantReadingSchema),
  preview: resultSchema(mappingPreviewSchema.nullable()),
  split: resultSchema(
    z.array(z.strictObject({ text: z.string(), bytes: z.instanceof(Uint8Array) })),
  ),
  parts: resultSchema(z.array(z.array(z.tuple([z.int(), z.int()])))),
  putBack: resultSchema(
    z.strictObject({ text: z.string(), missed: z.array(z.enum(putBackParts)) }),
  ),
  otherChanges: resultSchema(z.array(z.string())),
} as const
