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
import { destinationSchema } from '../environments/environment.ts'

const oneList = z.strictObject({ listId: id })

export const listChannels = {
  'list.all': { request: none, response: z.array(listViewSchema) },
  'list.open': {
    request: z.strictObject({ fileName: z.string().max(400), bytes: z.instanceof(Uint8Array) }),
    response: listFileSchema,
  },
  /** Reads the file again with the user's choices; without choices, returns the last reading. */
  'list.read': {
    request: z.strictObject({ listId: id, reading: askedReadingSchema }),
    response: listFileSchema,
  },
  /** The dry run: checks every row and sends nothing. */
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
   * Sends the ready rows, or continues after a pause. `rowsToSend` is the number that the user saw
   * and, in production, typed. It counts the ready rows and, with `overrideReason`, those that need
   * a reason.
   */
  'list.start': {
    request: z.strictObject({
      listId: id,
      options: listOptionsSchema,
      rowsToSend: z.int().min(1),
      /** The check that the user saw; if absent, any check is accepted. */
      check: z.string().optional(),
      to: destinationSchema,
    }),
    response: listViewSchema,
  },
  /** Pauses after the requests under way have finished. */
  'list.pause': { request: oneList, response: listViewSchema },
  /** Makes rejected, declined and unsent rows ready to send again, but never rows in doubt. */
  'list.rerunFailed': { request: oneList, response: listViewSchema },
  /** The file's columns followed by each row's outcome, as a file of the same kind or as JSON. */
  'list.outcome': { request: outcomeRequestSchema, response: madeFile },
  /** Removes the list; receipts stay. Refused while it runs. */
  'list.remove': { request: oneList, response: none },
} as const
