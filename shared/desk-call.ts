import { z } from 'zod'

/** The part of a telephone call that is kept. Times are ISO 8601 in UTC. */

const time = z.iso.datetime()
const code = z.string().trim().min(1).max(40)

/** Who is on the line: the participant, somebody who may act for a living one, or somebody after a death. */
export const callerKindSchema = z.enum(['participant', 'onBehalf', 'survivor'])
export type CallerKind = z.infer<typeof callerKindSchema>

export const callerKindWords: Readonly<Record<CallerKind, string>> = {
  participant: 'The participant',
  onBehalf: 'Somebody on behalf of the participant',
  survivor: 'Somebody else; the participant has died',
}

const failedCheckSchema = z.strictObject({
  id: code,
  /** The text of the check in that call. Main adds it; empty before. */
  text: z.string().max(200).default(''),
  /** True if the caller's id or name was changed afterwards, so that the check was about another one. */
  forOther: z.boolean(),
})
export type FailedCheck = z.infer<typeof failedCheckSchema>

/** The call, kept together with its request. */
const callSchema = z.strictObject({
  /** Time of the first key press in the call. */
  startedAt: time,
  /** Version of the desk's texts used in the call. */
  textsVersion: z.int().min(0),
  /** Ids of the checks that passed for the id and name of the request. */
  checksPassed: z.array(code).max(20),
  /**
   * The texts of {@link checksPassed} as they were in that call, in the same order. Main adds them; empty until then.
   */
  checkTexts: z.array(z.string().max(200)).max(20).default([]),
  /** Checks that were answered wrong or not at all; what was said is never kept. */
  checksFailed: z.array(failedCheckSchema).max(40).default([]),
  caller: callerKindSchema,
  reasonCode: z.string().max(40),
  /** The text of `reasonCode` in that call. Main adds it; empty until then, and if no listed reason was chosen. */
  reasonText: z.string().max(200).default(''),
  note: z.string().trim().max(2000),
})
/** Nobody can answer for a participant who has died, so such a call has no passed checks. */
export const deskCallSchema = callSchema.refine(
  ({ caller, checksPassed }) => caller !== 'survivor' || checksPassed.length === 0,
  'no check can pass after a death',
)
export type DeskCall = z.infer<typeof deskCallSchema>

export const deskWrapUpSchema = z.strictObject({
  disposition: code,
  /** The text of `disposition` as it was in that call. Main adds it; empty until then. */
  dispositionText: z.string().max(200).default(''),
  note: z.string().trim().max(2000),
  /** True if the disposition does not fit the result, and the agent confirmed that it is meant. */
  contradicts: z.boolean().default(false),
  endedAt: time,
})
export type DeskWrapUp = z.infer<typeof deskWrapUpSchema>
