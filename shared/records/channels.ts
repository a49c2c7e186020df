import { z } from 'zod'
import { id, madeFile, none } from '../channel.ts'
import { recordSummarySchema, savedRecordSchema } from './record.ts'

export const recordChannels = {
  /** The receipt as a PDF file, made from the saved record. */
  'receipt.pdf': {
    request: z.strictObject({ receiptId: id, masked: z.boolean() }),
    response: madeFile,
  },
  'records.list': { request: none, response: z.array(recordSummarySchema) },
  /** For each word, the ids of results with it in a receipt or transaction number, or in a plan. */
  'records.search': {
    request: z.strictObject({ words: z.array(z.string().min(1).max(200)).max(20) }),
    response: z.array(z.array(id)),
  },
  'records.open': { request: z.strictObject({ id }), response: savedRecordSchema },
  /** The service's answer as it came, but with `[removed]` in place of the token, SID and Cookie of the request. */
  'records.verbatim': {
    request: z.strictObject({ id }),
    response: z.strictObject({ text: z.string() }),
  },
  'records.remove': { request: z.strictObject({ id }), response: none },
} as const
