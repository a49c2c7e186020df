import { z } from 'zod'
import { channel, id, none } from '../channel.ts'
import { submissionDraftSchema } from '../express/operations.ts'
import { receiptSchema, saidBySchema } from '../records/receipt.ts'
import { destinationSchema } from '../environments/environment.ts'
import { submissionReviewSchema } from './review.ts'

export const submissionChannels = {
  'submission.review': channel(
    {
      draft: submissionDraftSchema,
      to: destinationSchema,
      /** FICA wages of the year before from this employer, dollars, if somebody said them. */
      wagesBefore: z.number().min(0).optional(),
    },
    submissionReviewSchema,
  ),
  /** Sends to the environment of the review, and only while that is in use. */
  'submission.send': channel(
    {
      submissionId: id,
      /** The participant's name as typed, if the environment asks for it. */
      typedName: z.string().optional(),
      /** Why it is sent again, if the review shows an earlier accepted one. */
      overrideReason: z.string().max(500).optional(),
      /** Confirms sending, if the review names something unusual. */
      sendsUnusual: z.boolean().optional(),
    },
    receiptSchema,
  ),
  'submission.discard': channel({ submissionId: id }, none),
  /** Only a person settles a submission in doubt. */
  'submission.settle': channel(
    {
      submissionId: id,
      wentThrough: z.boolean(),
      note: z.string().trim().min(1).max(2000),
      /** Empty if unknown. */
      transactionId: z.string().max(200),
      saidBy: saidBySchema.optional(),
    },
    receiptSchema,
  ),
} as const
