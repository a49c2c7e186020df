import { z } from 'zod'
import { id, madeFile, none } from '../channel.ts'
import {
  listViewSchema,
  listFileSchema,
  askedReadingSchema,
  listMappingSchema,
  listDefaultsSchema,
  listRowsRequestSchema,
  listRowsSchema,
  listOptionsSchema,
  outcomeRequestSchema,
} from './list.ts'
import { destinationSchema } from '../settings/environment.ts'

export const listChannels = {
  'list.all': { request: none, response: z.array(listViewSchema) },
  'list.open': {
    request: z.strictObject({ fileName: z.string().max(400), bytes: z.instanceof(Uint8Array) }),
    response: listFileSchema,
  },
  /** Reads the file again as a person says; without a wish, gives it as it was read last. */
  'list.read': {
    request: z.strictObject({ listId: id, reading: askedReadingSchema }),
    response: listFileSchema,
  },
  /** The dry run: every row is checked, nothing is sent. */
  'list.check': {
    request: z.strictObject({
      listId: id,
      mapping: listMappingSchema,
      defaults: listDefaultsSchema,
      to: destinationSchema,
    }),
    response: listViewSchema,
  },
  'list.rows': { request: listRowsRequestSchema, response: listRowsSchema },
  /**
   * Sends what is ready, or goes on after a pause. `rowsToSend` is what the person was shown, in production typed: the
   * rows that are ready, and with `overrideReason` those that need one.
   */
  'list.start': {
    request: z.strictObject({
      listId: id,
      options: listOptionsSchema,
      rowsToSend: z.number().int().min(1),
      to: destinationSchema,
    }),
    response: listViewSchema,
  },
  /** What is being sent is finished first. */
  'list.pause': { request: z.strictObject({ listId: id }), response: listViewSchema },
  /** Makes rows that were rejected, declined or not sent ready again; never those in doubt. */
  'list.rerunFailed': { request: z.strictObject({ listId: id }), response: listViewSchema },
  /** The file's own columns and beside them the outcome of each row, as a file of its kind or as JSON. */
  'list.outcome': { request: outcomeRequestSchema, response: madeFile },
  /** Takes the list away; receipts stay. Refused while it runs. */
  'list.remove': { request: z.strictObject({ listId: id }), response: none },
} as const
