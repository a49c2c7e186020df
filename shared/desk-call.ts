import { z } from 'zod'

/** The part of a telephone call that is kept. Times are ISO 8601 in UTC. */

const time = z.iso.datetime()
const code = z.string().trim().min(1).max(40)

/** The call, kept together with its request. */
export const deskCallSchema = z.strictObject({
  /** Time of the first key press in the call. */
  startedAt: time,
  /** Version of the desk's texts used in the call. */
  textsVersion: z.int().min(0),
  /** Ids of the checks that passed. */
  checksPassed: z.array(code).max(20),
  /**
   * The texts of {@link checksPassed} as they were in that call, in the same order. Main adds them; empty until then.
   */
  checkTexts: z.array(z.string().max(200)).max(20).default([]),
  reasonCode: z.string().max(40),
  /** The text of `reasonCode` in that call. Main adds it; empty until then, and if no listed reason was chosen. */
  reasonText: z.string().max(200).default(''),
  note: z.string().trim().max(2000),
})
export type DeskCall = z.infer<typeof deskCallSchema>

export const deskWrapUpSchema = z.strictObject({
  disposition: code,
  /** The text of `disposition` as it was in that call. Main adds it; empty until then. */
  dispositionText: z.string().max(200).default(''),
  note: z.string().trim().max(2000),
  endedAt: time,
})
export type DeskWrapUp = z.infer<typeof deskWrapUpSchema>
