import { z } from 'zod'
import { subjectSchema } from '../participant/subject.ts'
import {
  receiptSchema,
  submissionOutcomeSchema,
  settledSchema,
  likenessSchema,
  unknownLikeness,
} from './receipt.ts'
import { savedForecastSchema, savedCaseInformationSchema } from './saved.ts'
import { scenarioSchema } from './scenario.ts'
import { environmentStampSchema } from '../settings/environment.ts'

/** Saved results: whole, and as a line of their list. */

const id = z.string().min(1)
const time = z.iso.datetime()

export const savedRecordSchema = z.discriminatedUnion('kind', [
  savedForecastSchema,
  savedCaseInformationSchema,
  receiptSchema,
])
export type SavedRecord = z.infer<typeof savedRecordSchema>

export const recordSummarySchema = z.strictObject({
  id,
  kind: z.enum(['forecast', 'forecastCurrent', 'caseInformation', 'receipt']),
  savedAt: time,
  environment: environmentStampSchema,
  subject: subjectSchema,
  /** One line, for example `$48,210 a year now, $56,900 revised` or `Enroll: accepted`. */
  summary: z.string(),
  /** For receipts; else null. */
  outcome: submissionOutcomeSchema.nullable(),
  /** What it is found by beside what its line shows; null where an earlier version sealed it without. */
  foundBy: z.string().nullable().default(null),
  /** Of receipts that a person settled; else null. */
  settled: settledSchema.nullable().default(null),
  /** Of receipts; of forecasts the digest of the file alone. */
  likeness: likenessSchema.default(unknownLikeness),
  /** As in {@link savedForecastSchema}. */
  forAll: z.literal(true).optional(),
  /** Of which press, so that the forecasts of one stand together; absent in what an earlier version saved. */
  forAllRun: id.optional(),
  /** Name and note that the advisor gave a forecast; absent where they gave none. */
  scenario: scenarioSchema.pick({ name: true, note: true }).optional(),
})
export type RecordSummary = z.infer<typeof recordSummarySchema>
