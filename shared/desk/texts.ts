import { z } from 'zod'
import { optOutStandingSchema } from '../receipt/standing.ts'

const code = z.string().trim().min(1).max(40)
const line = z.string().trim().min(1).max(200)
const script = z.string().max(2000)
const time = z.iso.datetime()

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

/** Steps after the reason is known, which may have texts of the reason's own. */
export const stepsAfterReason = [
  'readBack',
  'receipt',
  'wrapUp',
] as const satisfies readonly DeskStep[]

/** One question that verifies the caller. Only the fact that it passed is kept, never the answer. */
const deskCheckSchema = z.strictObject({ id: code, text: line })

/** Texts that replace others; an absent or empty one replaces nothing. */
const ownWordsSchema = z.strictObject({
  scripts: z.partialRecord(deskStepSchema, script).default(() => ({})),
  outcomes: z.partialRecord(optOutStandingSchema, script).default(() => ({})),
})
export type OwnWords = z.infer<typeof ownWordsSchema>

/** A reason for leaving the managed account. The service receives `text` as Reason. */
const deskReasonSchema = z.strictObject({
  code,
  text: line,
  /** `none`: the caller gave no reason, so none is read back. `death`: the caller is not the participant. */
  means: z.enum(['reason', 'none', 'death']),
  needsNote: z.boolean(),
  /**
   * Advice for the agent who chooses this reason, such as what to do after a death; may be empty.
   */
  notice: z.string().trim().max(1000),
  ...ownWordsSchema.shape,
})
export type DeskReason = z.infer<typeof deskReasonSchema>

/** How a call ended. Dispositions with `unsent` are offered when nothing was sent. */
const deskDispositionSchema = z.strictObject({
  code,
  text: line,
  needsNote: z.boolean(),
  unsent: z.boolean(),
  /**
   * Results that fit the disposition; empty means any, absent means the default for its code
   * (shared/desk/dispositions.ts).
   */
  fits: z.array(optOutStandingSchema).optional(),
  /** The agent's last words; empty if nobody is on the line, absent for the words of the wrap-up. */
  says: script.optional(),
})
export type DeskDisposition = z.infer<typeof deskDispositionSchema>

export const deskTextsSchema = z.strictObject({
  checks: z.array(deskCheckSchema).max(20),
  /** How many checks must pass before plans are shown. */
  checksNeeded: z.int().min(0).max(20),
  reasons: z.array(deskReasonSchema).min(1).max(40),
  dispositions: z.array(deskDispositionSchema).min(1).max(40),
  /**
   * What the agent says at each step; placeholders such as `{firstName}` are filled in (shared/desk/placeholders.ts).
   */
  scripts: z.record(deskStepSchema, script),
  /** What the agent says first once the result is known, by result. */
  outcomes: z.record(optOutStandingSchema, script),
  /** Texts for somebody who calls on behalf of the participant. After a death, the reason's own texts apply. */
  onBehalf: ownWordsSchema.default(() => ({ scripts: {}, outcomes: {} })),
})
export type DeskTexts = z.infer<typeof deskTextsSchema>

/** The desk's texts in one environment. Every save makes a new version; older ones are kept. */
export const deskConfigSchema = z.strictObject({
  environmentId: z.string().min(1),
  /** Counted from 1; 0 means the default texts. */
  version: z.int().min(0),
  savedAt: time.nullable(),
  savedBy: z.string(),
  texts: deskTextsSchema,
})
export type DeskConfig = z.infer<typeof deskConfigSchema>
