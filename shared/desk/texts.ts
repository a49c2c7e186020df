import { z } from 'zod'

/** What the opt-out desk is set up with. */

const code = z.string().trim().min(1).max(40)
const line = z.string().trim().min(1).max(200)
const script = z.string().max(2000)
const time = z.iso.datetime()

/** The steps of a call, in their order. */
export const deskSteps = [
  'caller',
  'identify',
  'plans',
  'reason',
  'readBack',
  'receipt',
  'wrapUp',
] as const

const deskStepSchema = z.enum(deskSteps)
export type DeskStep = z.infer<typeof deskStepSchema>

/** Steps at which the reason is known: a reason may have words of its own there. */
export const stepsAfterReason = [
  'readBack',
  'receipt',
  'wrapUp',
] as const satisfies readonly DeskStep[]

/** An opt-out's result, told apart as far as the service's own words allow. */
export const optOutStandingSchema = z.enum([
  'done',
  'alreadyOut',
  'notEnrolled',
  'declined',
  'rejected',
  'notSent',
  'inDoubt',
])
export type OptOutStanding = z.infer<typeof optOutStandingSchema>

/** One question that shows that the caller is who they say. Answers are never kept, only that the check passed. */
const deskCheckSchema = z.strictObject({ id: code, text: line })

/** Why somebody leaves. `text` is what goes to the service as Reason. */
const deskReasonSchema = z.strictObject({
  code,
  text: line,
  /** The agent must add a note. */
  needsNote: z.boolean(),
  /** What the agent is told when this reason is chosen, such as what to do after a death; empty for nothing. */
  notice: z.string().trim().max(1000),
  /** Said in place of the texts for every reason; what is absent or empty is said as for every reason. */
  scripts: z.partialRecord(z.enum(stepsAfterReason), script).default(() => ({})),
  outcomes: z.partialRecord(optOutStandingSchema, script).default(() => ({})),
})
export type DeskReason = z.infer<typeof deskReasonSchema>

/** How a call ended. `unsent` ones are offered where nothing was sent. */
const deskDispositionSchema = z.strictObject({
  code,
  text: line,
  needsNote: z.boolean(),
  unsent: z.boolean(),
  /** Results that it says something about; empty: any. Absent: as delivered for its code (shared/desk/dispositions.ts). */
  fits: z.array(optOutStandingSchema).optional(),
})

export const deskTextsSchema = z.strictObject({
  checks: z.array(deskCheckSchema).max(20),
  /** How many checks must pass before plans are shown. */
  checksNeeded: z.number().int().min(0).max(20),
  reasons: z.array(deskReasonSchema).min(1).max(40),
  dispositions: z.array(deskDispositionSchema).min(1).max(40),
  /** What the agent says at each step; placeholders such as `{firstName}` are filled in (shared/desk/placeholders.ts). */
  scripts: z.record(deskStepSchema, script),
  /** What the agent says first once the result is there, for each result. */
  outcomes: z.record(optOutStandingSchema, script),
})
export type DeskTexts = z.infer<typeof deskTextsSchema>

/** The desk's texts in one environment. Every save is a new version; older ones are kept. */
export const deskConfigSchema = z.strictObject({
  environmentId: z.string().min(1),
  /** From 1; 0 for the texts as delivered. */
  version: z.number().int().min(0),
  savedAt: time.nullable(),
  savedBy: z.string(),
  texts: deskTextsSchema,
})
export type DeskConfig = z.infer<typeof deskConfigSchema>
