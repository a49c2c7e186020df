import { z } from 'zod'
import { submissionOperations } from '../express/operations.ts'
import { periodSchema } from '../express/read-as.ts'
import { subjectSchema } from '../participant/subject.ts'
import {
  receiptSchema,
  submissionOutcomeSchema,
  settledSchema,
  likenessSchema,
  unknownLikeness,
} from './receipt.ts'
import { savedForecastSchema, savedCaseInformationSchema, type SavedForecast } from './saved.ts'
import { scenarioSchema } from './scenario.ts'
import { environmentStampSchema } from '../settings/environment.ts'

/** Saved results: whole, and as a line of their list. */

/** A forecast's typical incomes as sent, at the percentile nearest 50: the list reads them by the setting for units. */
const lineIncomesSchema = z.strictObject({
  rows: z.array(
    z.strictObject({
      role: z.enum(['today', 'plan', 'recommended']),
      amount: z.number(),
      /** Interpolated between two ages of the service's table. */
      between: z.boolean(),
    }),
  ),
  /** How they were read when the forecast was made. */
  period: periodSchema,
  /** What follows them in the line. */
  then: z.string(),
})

const id = z.string().min(1)
const time = z.iso.datetime()

export const savedRecordSchema = z.discriminatedUnion('kind', [
  savedForecastSchema,
  savedCaseInformationSchema,
  receiptSchema,
])
export type SavedRecord = z.infer<typeof savedRecordSchema>

export const forecastIn = (record: SavedRecord): SavedForecast | null =>
  record.kind === 'forecast' || record.kind === 'forecastCurrent' ? record : null

export const recordSummarySchema = z.strictObject({
  id,
  kind: z.enum(['forecast', 'forecastCurrent', 'caseInformation', 'receipt']),
  savedAt: time,
  environment: environmentStampSchema,
  subject: subjectSchema,
  /** One line, for example `Today $48,210, Recommended $56,900` or `Enroll: accepted`. */
  summary: z.string(),
  /** For forecasts with an income; absent in results of earlier versions. */
  incomes: lineIncomesSchema.optional(),
  /** For receipts: what was asked for, in which plans, and when it was sent. */
  sent: z
    .strictObject({
      operation: z.enum(submissionOperations),
      planIds: z.array(z.string()),
      at: time,
    })
    .optional(),
  /** For receipts; else null. */
  outcome: submissionOutcomeSchema.nullable(),
  /** Search text beyond the shown line; null if an earlier version sealed it without. */
  foundBy: z.string().nullable().default(null),
  /** Sentences on the input that make its figures doubtful; absent for none. */
  doubts: z.array(z.string()).optional(),
  /** For receipts that a person settled; else null. */
  settled: settledSchema.nullable().default(null),
  /** For receipts; for forecasts only the digest of the file. */
  likeness: likenessSchema.default(unknownLikeness),
  /** As in {@link savedForecastSchema}; without a key if it has the advisor’s words. */
  ...savedForecastSchema.pick({ runKey: true, runs: true, lastRunAt: true }).shape,
  /** As in {@link savedForecastSchema}. */
  forAll: z.literal(true).optional(),
  /** The run that made it, so that its forecasts stay together; absent in results of earlier versions. */
  forAllRun: id.optional(),
  /** The advisor's name and note for a forecast; absent if they gave none. */
  scenario: scenarioSchema.pick({ name: true, note: true }).optional(),
})
export type RecordSummary = z.infer<typeof recordSummarySchema>
