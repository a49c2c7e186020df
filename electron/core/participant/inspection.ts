import { z } from 'zod'
import { appErrorSchema } from '#shared/errors.ts'
import { participantMappingSchema } from '#shared/participant/mapping.ts'
import { participantReadingSchema } from '#shared/participant/profile.ts'
import { mappingPreviewSchema } from '#shared/participant/trace.ts'
import { fail, type Result } from '#shared/result.ts'

/** What main knows of the reading of participant files. Apart from the work itself, so that main loads none of that. */

/** Participant files are read up to this size; some ten thousand people fit. */
export const maxParticipantBytes = 64 * 1024 * 1024

const megabytes = (bytes: number): string => `${(bytes / (1024 * 1024)).toFixed(1)} MB`

export const tooLarge = (bytes: number): Result<never> =>
  fail({
    code: 'participant.tooLarge',
    message: `The file has ${megabytes(bytes)}; participant files are read up to ${megabytes(maxParticipantBytes)}.`,
    advice: 'Split it into smaller files.',
  })

/** A participant file, decoded and read. */
export const inspectedSchema = z.strictObject({
  /** Exactly what the file says, without a byte order mark; this is what is sent. */
  text: z.string(),
  encoding: z.string(),
  /** Whether the file began with a byte order mark. */
  mark: z.boolean(),
  /** Of the text in UTF-8, hexadecimal. */
  sha256: z.string(),
  /** About the file itself, whatever it is read with. */
  remarks: participantReadingSchema.shape.warnings,
  /** Without `remarks`. */
  reading: participantReadingSchema,
})
export type Inspected = z.infer<typeof inspectedSchema>

/** How a file is read: where its values stand, and today, YYYY-MM-DD. */
const how = { mapping: participantMappingSchema, today: z.string() }
export type ReadingWay = z.infer<z.ZodObject<typeof how>>

/** What the worker is asked. */
export const inspectionJobSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('bytes'), bytes: z.instanceof(Uint8Array), ...how }),
  /** A text that was decoded before, read anew. */
  z.strictObject({ kind: z.literal('text'), text: z.string(), ...how }),
  /** What the mapping finds for the participant at `index`. */
  z.strictObject({ kind: z.literal('preview'), text: z.string(), index: z.number().int(), ...how }),
  /** Files of one participant each, or of the one at `only` alone. */
  z.strictObject({
    kind: z.literal('split'),
    text: z.string(),
    encoding: z.string(),
    mark: z.boolean(),
    only: z.number().int().nullable(),
    ...how,
  }),
  /** Where in the text each participant's own file lies. */
  z.strictObject({ kind: z.literal('parts'), text: z.string(), ...how }),
])
export type InspectionJob = z.infer<typeof inspectionJobSchema>

const failed = z.strictObject({ ok: z.literal(false), error: appErrorSchema })
const answering = <T extends z.ZodType>(value: T) =>
  z.discriminatedUnion('ok', [z.strictObject({ ok: z.literal(true), value }), failed])

/** The worker's answer to each kind of job. */
export const inspectionAnswers = {
  bytes: answering(inspectedSchema),
  text: answering(participantReadingSchema),
  preview: answering(mappingPreviewSchema.nullable()),
  split: answering(z.array(z.strictObject({ text: z.string(), bytes: z.instanceof(Uint8Array) }))),
  parts: answering(z.array(z.array(z.tuple([z.number().int(), z.number().int()])))),
} as const
