import { z } from 'zod'
import { id, madeFile, none } from '../channel.ts'
import {
  batchViewSchema,
  batchFileSchema,
  batchReadingSchema,
  batchMappingSchema,
  batchDefaultsSchema,
  batchRowsRequestSchema,
  batchRowsSchema,
  batchOptionsSchema,
  outcomeRequestSchema,
} from './list.ts'
import { destinationSchema } from '../settings/environment.ts'

export const listChannels = {
  'batch.list': { request: none, response: z.array(batchViewSchema) },
  'batch.open': {
    request: z.strictObject({ fileName: z.string().max(400), bytes: z.instanceof(Uint8Array) }),
    response: batchFileSchema,
  },
  /** Reads the file again as a person says; without a wish, gives it as it was read last. */
  'batch.read': {
    request: z.strictObject({ batchId: id, reading: batchReadingSchema }),
    response: batchFileSchema,
  },
  /** The dry run: every row is checked, nothing is sent. */
  'batch.check': {
    request: z.strictObject({
      batchId: id,
      mapping: batchMappingSchema,
      defaults: batchDefaultsSchema,
      to: destinationSchema,
    }),
    response: batchViewSchema,
  },
  'batch.rows': { request: batchRowsRequestSchema, response: batchRowsSchema },
  /**
   * Sends what is ready, or goes on after a pause. `rowsToSend` is what the person was shown, in production typed: the
   * rows that are ready, and with `overrideReason` those that need one.
   */
  'batch.start': {
    request: z.strictObject({
      batchId: id,
      options: batchOptionsSchema,
      rowsToSend: z.number().int().min(1),
      to: destinationSchema,
    }),
    response: batchViewSchema,
  },
  /** What is being sent is finished first. */
  'batch.pause': { request: z.strictObject({ batchId: id }), response: batchViewSchema },
  /** Makes rows that were rejected, declined or not sent ready again; never those in doubt. */
  'batch.rerunFailed': { request: z.strictObject({ batchId: id }), response: batchViewSchema },
  /** The file's own columns and beside them the outcome of each row, as a file of its kind or as JSON. */
  'batch.outcome': { request: outcomeRequestSchema, response: madeFile },
  /** Takes the list away; receipts stay. Refused while it runs. */
  'batch.remove': { request: z.strictObject({ batchId: id }), response: none },
} as const
