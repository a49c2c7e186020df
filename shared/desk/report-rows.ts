import { z } from 'zod'
import { submissionOperations } from '../express/operations.ts'
import { deskWrapUpSchema, deskCallSchema } from '../desk-call.ts'
import { optOutStandingSchema } from '../receipt/standing.ts'
import { environmentStampSchema } from '../environments/environment.ts'
import { planRowSchema, settledSchema, submissionOutcomeSchema } from '../records/receipt.ts'

/** The desk's view of finished requests and calls. Times are ISO 8601 in UTC. */

const time = z.iso.datetime()
const id = z.string().min(1)

/** An earlier request of the participant whose id is being typed. */
export const earlierRequestSchema = z.strictObject({
  receiptId: id,
  receiptNumber: z.string(),
  operation: z.enum(submissionOperations),
  outcome: submissionOutcomeSchema,
  /** For opt-outs; otherwise null. */
  standing: optOutStandingSchema.nullable(),
  /** How a person settled the request; null if nobody did. */
  settled: settledSchema.nullable(),
  sentAt: time,
  participantId: z.string(),
  name: z.string(),
  /** The two parts of `name`; empty if only the whole name is known. */
  firstName: z.string(),
  lastName: z.string(),
  plans: z.array(planRowSchema),
  environment: environmentStampSchema,
})
export type EarlierRequest = z.infer<typeof earlierRequestSchema>

/** A call that ended without a request. It contains no names. */
export const endedCallSchema = z.strictObject({
  environmentId: id,
  call: deskCallSchema,
  wrapUp: deskWrapUpSchema,
})
export type EndedCall = z.infer<typeof endedCallSchema>

export const deskReportRowSchema = z.strictObject({
  /** Id of the receipt; null if nothing was sent. */
  receiptId: id.nullable(),
  receiptNumber: z.string(),
  /** Time of sending; the end of the call if nothing was sent. */
  at: time,
  /** Operating-system user. */
  user: z.string(),
  environment: environmentStampSchema,
  via: z.enum(['call', 'list']),
  /** Null if nothing was sent. */
  standing: optOutStandingSchema.nullable(),
  settled: settledSchema.nullable(),
  reasonCode: z.string(),
  /** The reason as sent; empty if nothing was sent. */
  reason: z.string(),
  /** The reason code's text at the time of the call; empty without a code. */
  reasonText: z.string(),
  /** Empty until the call is wrapped up, and for rows of lists. */
  disposition: z.string(),
  /** The disposition code's text at the time of the call. */
  dispositionText: z.string(),
  /** True if the disposition does not fit the result. */
  contradicts: z.boolean(),
  /** Seconds from the first key press to sending, and to the end of wrap-up; null if not measured. */
  secondsToSent: z.number().min(0).nullable(),
  secondsInAll: z.number().min(0).nullable(),
  participantId: z.string(),
  name: z.string(),
  /** In words, like the fields after it; empty for none. */
  plans: z.string(),
  /** The note of the call, and that of its wrap-up. */
  note: z.string(),
  wrapUpNote: z.string(),
  checksPassed: z.string(),
  checksFailed: z.string(),
  transactionId: z.string(),
  /** File name of the list and number of the row. */
  list: z.string(),
})
export type DeskReportRow = z.infer<typeof deskReportRowSchema>

export const deskReportRequestSchema = z.strictObject({
  /** The first moment of the span, and the first moment after it. */
  from: time,
  to: time,
  /** Absent means all environments. */
  environmentId: id.optional(),
})
export type DeskReportRequest = z.infer<typeof deskReportRequestSchema>
