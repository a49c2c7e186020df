import { z } from 'zod'
import { sentFieldSchema, reviewChangesSchema } from '../express/changes.ts'
import { submissionOperations } from '../express/operations.ts'
import { jsonSchema } from '../json.ts'
import { subjectSchema } from '../participant/subject.ts'
import { planRowSchema, submissionOutcomeSchema, settledSchema } from '../records/receipt.ts'
import { environmentStampSchema } from '../settings/environment.ts'

const id = z.string().min(1)
const time = z.iso.datetime()

/** A submission ready to be sent, and exactly what will go. Nothing has left the machine. */
export const submissionReviewSchema = z.strictObject({
  submissionId: id,
  operation: z.enum(submissionOperations),
  environment: environmentStampSchema,
  url: z.string(),
  subject: subjectSchema,
  plans: z.array(planRowSchema),
  /** Every field as it will go, in order; the XML and secrets are described, not repeated. */
  fields: z.array(z.strictObject({ name: z.string(), value: jsonSchema, description: z.string() })),
  /** The body as it will go, secrets masked, ParticipantXML cut short. */
  bodyPreview: z.string(),
  bodyBytes: z.number().int(),
  bodySha256: z.string(),
  /** The same fields in words, in the same order. */
  sent: z.array(sentFieldSchema),
  changes: reviewChangesSchema,
  /** Sentences about what may not be meant; none of them stops a submission. */
  warnings: z.array(z.string()),
  /** Sentences about values that are rarely meant; with any, sending it all the same has to be confirmed. */
  unusual: z.array(z.string()),
  /** An earlier submission that was, or may have been, the same; else null. */
  earlier: z
    .strictObject({
      receiptId: id,
      outcome: submissionOutcomeSchema,
      /** Where a person settled it; else null. */
      settled: settledSchema.nullable(),
      sentAt: time,
      operation: z.string(),
      /** Whom its receipt names, as far as known. */
      name: z.string(),
      /**
       * What is the same: participant and plan, the whole request, or the file and a plan; a participant alone where the
       * receipt was lost and only the journal tells of it; unknown of a damaged receipt.
       */
      same: z.enum(['participant', 'request', 'file', 'lost', 'unknown']),
      /** Recent enough that sending it again needs a reason. */
      needsReason: z.boolean(),
    })
    .nullable(),
})
export type SubmissionReview = z.infer<typeof submissionReviewSchema>
