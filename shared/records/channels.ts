import { z } from 'zod'
import { channel, id, madeFile, none } from '../channel.ts'
import { holdSchema } from './hold.ts'
import { markSchema } from './marks.ts'
import { presentedSchema } from './presented.ts'
import { recordSummarySchema, savedRecordSchema } from './record.ts'
import { dueSchema } from './retention.ts'
import { tagsSchema } from './saved.ts'

export const recordChannels = {
  /** The receipt as a PDF file, made from the saved record. */
  'receipt.pdf': channel({ receiptId: id, masked: z.boolean() }, madeFile),
  /** All results, or only the `newest` ones; newest first, by the last run. */
  'records.list': channel({ newest: z.int().positive().optional() }, z.array(recordSummarySchema)),
  /** Replaces the tags of a saved result. */
  'records.tag': channel({ id, tags: tagsSchema }, none),
  /** Keeps which strategy and market of a saved forecast a client was shown. */
  'records.presented': channel({ id, ...presentedSchema.shape }, none),
  'records.open': channel({ id }, savedRecordSchema),
  /** Whether the participant's file is kept with a saved forecast. */
  'records.keepsFile': channel({ id }, z.strictObject({ kept: z.boolean() })),
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
  /** Fails with `records.held` and `submission.inDoubt`. */
  'records.remove': channel({ id }, none),
  /** Newest first. */
  'records.holds': { request: none, response: z.array(holdSchema) },
  /** Puts the client of a saved result under a legal hold. */
  'records.hold': channel({ id, reason: holdSchema.shape.reason }, none),
  'records.liftHold': channel({ id }, none),
  /** Counts what is older than the settings allow. Removes nothing. */
  'records.due': { request: none, response: dueSchema },
  /** Removes what is due, and returns its counts. */
  'records.removeDue': { request: none, response: dueSchema },
  /**
   * Removes all data of people from this computer, and searches the files for it. `typed` is the word that confirms it.
   * Fails with `records.held` and `submission.inDoubt`.
   */
  'records.removeEverything': channel(
    { typed: z.string().max(40) },
    z.strictObject({ rows: z.int() }),
  ),
} as const
