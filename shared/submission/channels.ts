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
      /** Last year's FICA wages from this employer, in dollars; absent if unknown. */
      wagesBefore: z.number().min(0).optional(),
    },
    submissionReviewSchema,
  ),
  /** Sends to the review's environment, and only while that environment is in use. */
  'submission.send': channel(
    {
      submissionId: id,
      /** Why the submission is sent again, if the review shows an earlier accepted submission. */
      overrideReason: z.string().max(500).optional(),
      /** True if the user confirms sending the values that the review calls unusual. In production, main asks instead. */
      sendsUnusual: z.boolean().optional(),
    },
    receiptSchema,
  ),
  'submission.discard': channel({ submissionId: id }, none),
  /** Settles a submission in doubt, which only a person can do. */
  'submission.settle': channel(
    {
      submissionId: id,
      wentThrough: z.boolean(),
      note: z.string().trim().min(1).max(2000),
      /** Empty if the transaction id is unknown. */
      transactionId: z.string().max(200),
      saidBy: saidBySchema.optional(),
    },
    receiptSchema,
  ),
} as const
