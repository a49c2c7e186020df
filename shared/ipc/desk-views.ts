import { z } from 'zod'

/** The opt-out desk: what it is set up with, and what is kept of a call. Times are ISO 8601 in UTC. */

const time = z.iso.datetime()
const code = z.string().trim().min(1).max(40)
const line = z.string().trim().min(1).max(200)
const script = z.string().max(2000)

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

/** What is kept of a call beside the request itself. */
export const deskCallSchema = z.strictObject({
  /** First key of the call. */
  startedAt: time,
  /** Version of the desk's texts that was read out. */
  textsVersion: z.number().int().min(0),
  /** Ids of the checks that passed. */
  checksPassed: z.array(code).max(20),
  /** What {@link checksPassed} said when they were read out, in the same order. Main adds it; empty in older records. */
  checkTexts: z.array(z.string().max(200)).max(20).default([]),
  reasonCode: z.string().max(40),
  /** What `reasonCode` said then; added by main, empty in older records and where no reason of the list was chosen. */
  reasonText: z.string().max(200).default(''),
  note: z.string().trim().max(2000),
})
export type DeskCall = z.infer<typeof deskCallSchema>

export const deskWrapUpSchema = z.strictObject({
  disposition: code,
  /** What `disposition` said then; added by main, empty in older records. */
  dispositionText: z.string().max(200).default(''),
  note: z.string().trim().max(2000),
  endedAt: time,
})
export type DeskWrapUp = z.infer<typeof deskWrapUpSchema>

/** Where a row of a list came from. */
export const batchPlaceSchema = z.strictObject({
  batchId: z.uuid(),
  /** Row of data, from 1. */
  row: z.number().int().min(1),
  /** 1 for the first time this row was begun; one more each time it is begun again. */
  attempt: z.number().int().min(1),
})
export type BatchPlace = z.infer<typeof batchPlaceSchema>
