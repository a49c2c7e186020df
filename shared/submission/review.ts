import { z } from 'zod'
import { sentFieldSchema, reviewChangesSchema } from '../express/changes.ts'
import { saidSchema } from '../figures/figure.ts'
import { submissionOperations } from '../express/operations.ts'
import { jsonSchema } from '../json.ts'
import { subjectSchema } from '../participant/subject.ts'
import { planRowSchema, submissionOutcomeSchema, settledSchema } from '../records/receipt.ts'
import { environmentStampSchema } from '../environments/environment.ts'

const id = z.string().min(1)
const time = z.iso.datetime()

/** A submission that is ready to be sent, with its exact content. Nothing has been sent. */
export const submissionReviewSchema = z.strictObject({
  submissionId: id,
  operation: z.enum(submissionOperations),
  environment: environmentStampSchema,
  url: z.string(),
  subject: subjectSchema,
  plans: z.array(planRowSchema),
  /** Every field to send, in order; the XML and secrets are described, not repeated. */
  fields: z.array(z.strictObject({ name: z.string(), value: jsonSchema, description: z.string() })),
  /** The body to send, with secrets masked and ParticipantXML shortened. */
  bodyPreview: z.string(),
  bodyBytes: z.int(),
  bodySha256: z.string(),
  /** The same fields in words, in the same order. */
  sent: z.array(sentFieldSchema),
  changes: reviewChangesSchema,
  /** Warnings about possible mistakes; none of them stops a submission. */
  warnings: z.array(z.string()),
  /**
   * Sentences about values that are probably mistakes; if there are any, the user must confirm
   * sending.
   */
  unusual: z.array(saidSchema),
  /** An earlier submission that was, or may have been, the same; otherwise null. */
  earlier: z
    .strictObject({
      /** Null if its receipt was removed or is lost. */
      receiptId: id.nullable(),
      outcome: submissionOutcomeSchema,
      /** How a person settled the earlier submission; null if nobody did. */
      settled: settledSchema.nullable(),
      sentAt: time,
      operation: z.string(),
      /** The name on the earlier submission's receipt, as far as known. */
      name: z.string(),
      /**
       * What both submissions have in common: participant and plan, the whole request, or the file and a plan.
       * `unknown`: nobody knows any longer what was sent.
       */
      same: z.enum(['participant', 'request', 'file', 'unknown']),
      /** True if the earlier submission is so recent that another one needs a reason. */
      needsReason: z.boolean(),
    })
    .nullable(),
})
export type SubmissionReview = z.infer<typeof submissionReviewSchema>
