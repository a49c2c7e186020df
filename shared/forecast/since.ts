import { z } from 'zod'
import { participantProfileSchema } from '../participant/profile.ts'
import { savedForecastSchema } from '../records/saved.ts'

/** What changed for a client since an earlier forecast, as main prepares it. */

/** What is put back, one after the other, in the order of the picture. */
export const sinceSteps = ['time', 'balances', 'pay', 'savings', 'limits'] as const
export type SinceStep = (typeof sinceSteps)[number]

const step = z.enum(sinceSteps)

/**
 * How far the difference can be split: into all steps if the earlier file is kept, otherwise only into pay and savings,
 * which a request can change; not at all without the newer file.
 */
const splitSchema = z.enum(['all', 'payAndSavings', 'none'])
export type SinceSplit = z.infer<typeof splitSchema>

export const sinceViewSchema = z.strictObject({
  earlier: savedForecastSchema,
  newer: savedForecastSchema,
  /** The client in both files; those that are kept are read with the mapping of now. */
  before: participantProfileSchema.nullable(),
  after: participantProfileSchema.nullable(),
  split: splitSchema,
  /** The steps to split into, in order; `asks` is false if nothing changed there. */
  steps: z.array(z.strictObject({ step, asks: z.boolean() })),
  /** Whether the newer forecast is asked again, because it is not of today. */
  asksAgain: z.boolean(),
  /** Steps that could be put back only in part, because the newer file has no place for all of it. */
  missed: z.array(step),
  /** What else differs between the files, in words; their part is in the rest. */
  others: z.array(z.string()),
})
export type SinceView = z.infer<typeof sinceViewSchema>

/** The number of forecasts that the steps take, at most six. */
export const asksOf = ({ steps, asksAgain }: Pick<SinceView, 'steps' | 'asksAgain'>): number =>
  steps.filter(({ asks }) => asks).length + (asksAgain ? 1 : 0)

/** Today’s answers of the service. */
export const sinceAnswersSchema = z.strictObject({
  /** With the newer file; null if the newer forecast is of today. */
  again: savedForecastSchema.nullable(),
  /** With one more part put back in each; null if the step changes nothing. */
  steps: z.array(z.strictObject({ step, answer: savedForecastSchema.nullable() })),
})
export type SinceAnswers = z.infer<typeof sinceAnswersSchema>
