import { z } from 'zod'
import { channel, id, madeFile, none } from '../channel.ts'
import { markSchema } from './marks.ts'
import { recordSummarySchema, savedRecordSchema } from './record.ts'

export const recordChannels = {
  /** The receipt as a PDF file, made from the saved record. */
  'receipt.pdf': channel({ receiptId: id, masked: z.boolean() }, madeFile),
  /** The newest first, by the last run: all of them, or the `newest` ones. */
  'records.list': channel({ newest: z.int().positive().optional() }, z.array(recordSummarySchema)),
  /** For each word, the ids of results that have it in a receipt or transaction number, or in a plan. */
  'records.search': channel(
    { words: z.array(z.string().min(1).max(200)).max(20) },
    z.array(z.array(id)),
  ),
  'records.open': channel({ id }, savedRecordSchema),
  /** The service's answer as received, except that `[removed]` replaces the token, SID and Cookie of the request. */
  'records.verbatim': channel({ id }, z.strictObject({ text: z.string() })),
  /**
   * The marks for an open participant in the current environment, or for a saved result’s
   * participant at that result's service.
   */
  'records.marks': {
    request: z.discriminatedUnion('of', [
      z.strictObject({ of: z.literal('open'), handle: id }),
      z.strictObject({ of: z.literal('record'), id }),
    ]),
    response: z.array(markSchema),
  },
  'records.remove': channel({ id }, none),
} as const
