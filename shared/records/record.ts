import { z } from 'zod'
import { submissionOperations } from '../express/operations.ts'
import { readAsSchema } from '../express/read-as.ts'
import { caseInformationReadingSchema } from '../express/reading.ts'
import { enrollInputsSchema, forecastInputsSchema } from '../express/requests.ts'
import { saidSchema } from '../figures/figure.ts'
import { jsonSchema } from '../json.ts'
import { subjectSchema } from '../participant/subject.ts'
import { keptReportSchema } from './kept-report.ts'
import { claimSchema } from './claim.ts'
import { receiptSchema, submissionOutcomeSchema, settledSchema, likenessSchema } from './receipt.ts'
import {
  savedForecastSchema,
  savedCaseInformationSchema,
  tagsSchema,
  type SavedForecast,
} from './saved.ts'
import { scenarioSchema } from './scenario.ts'
import { environmentStampSchema } from '../environments/environment.ts'

/** Saved results: the whole record, and its line in the list of saved results. */

/**
 * The part of an answer that a forecast's line keeps, with amounts as sent. It is enough to show
 * the incomes under any later settings.
 */
const shortAnswerSchema = z.strictObject({
  inputs: forecastInputsSchema,
  claim: claimSchema.optional(),
  /** As in {@link savedForecastSchema}. */
  readAs: readAsSchema.optional(),
  /** The participant's first name; empty if the file has none. */
  firstName: z.string(),
  /**
   * The first age of each phase of the plan's income, or of today's income if there is no plan;
   * empty for a single phase.
   */
  phases: z.array(z.number()),
  /** Whether Revised is the plan, as `planIn` decides from the whole answer. */
  planIsRevised: z.boolean(),
  strategies: z.array(
    z.strictObject({
      type: z.string(),
      retirementAge: z.number().nullable(),
      percentiles: z.array(
        z.strictObject({
          percentage: z.number().nullable(),
          income: z.number().nullable(),
          /**
           * The table of retirement ages, present if the plan's retirement age differs from the
           * answer's.
           */
          ages: z.array(jsonSchema),
        }),
      ),
    }),
  ),
})
export type ShortAnswer = z.infer<typeof shortAnswerSchema>

/** The part of an answer that a Case information's line keeps, with amounts as sent. */
const shortClaimsSchema = z.strictObject({
  /** As in {@link savedForecastSchema}. */
  readAs: readAsSchema.optional(),
  rows: caseInformationReadingSchema.shape.socialSecurity,
})
export type ShortClaims = z.infer<typeof shortClaimsSchema>

const id = z.string().min(1)
const time = z.iso.datetime()

export const savedRecordSchema = z.discriminatedUnion('kind', [
  savedForecastSchema,
  savedCaseInformationSchema,
  receiptSchema,
  keptReportSchema,
])
export type SavedRecord = z.infer<typeof savedRecordSchema>

export const forecastIn = (record: SavedRecord): SavedForecast | null =>
  record.kind === 'forecast' || record.kind === 'forecastCurrent' ? record : null

export const recordSummarySchema = z.strictObject({
  id,
  kind: z.enum(['forecast', 'forecastCurrent', 'caseInformation', 'receipt', 'report']),
  savedAt: time,
  environment: environmentStampSchema,
  subject: subjectSchema,
  /**
   * One line of text, such as `Enrollment accepted`. For a forecast, it lists the inputs and is
   * empty if there are none. The answer's amounts are in `answer` and `claims`.
   */
  summary: saidSchema,
  /** Present for forecasts with an income. */
  answer: shortAnswerSchema.optional(),
  /** Present for Case information with amounts. */
  claims: shortClaimsSchema.optional(),
  /** For receipts, what was asked for, for which plans, and when it was sent. */
  sent: z
    .strictObject({
      operation: z.enum(submissionOperations),
      planIds: z.array(z.string()),
      at: time,
      /** The sent rates; absent if none were sent. */
      rates: enrollInputsSchema.shape.SavingsRateDetails,
      /** The receipt's number. */
      number: z.string(),
    })
    .optional(),
  /** The outcome of a receipt; null for other results. */
  outcome: submissionOutcomeSchema.nullable(),
  /** Text to search in addition to the shown line. */
  foundBy: z.string(),
  /** Warnings about input that casts doubt on the result's figures; absent if there are none. */
  doubts: z.array(saidSchema).optional(),
  /** How a person settled the submission, for receipts; null if nobody did. */
  settled: settledSchema.nullable(),
  /** For receipts; for forecasts it has only the digest of the file. */
  likeness: likenessSchema,
  /** As in {@link savedForecastSchema}; a result with the advisor’s words has no key. */
  ...savedForecastSchema.pick({ runKey: true, runs: true, lastRunAt: true }).shape,
  /** As in {@link savedForecastSchema}. */
  forAll: z.literal(true).optional(),
  /** As in {@link savedForecastSchema}. */
  forAllRun: id.optional(),
  /** True for a forecast with changed inputs. */
  changed: z.literal(true).optional(),
  /** As in {@link savedForecastSchema}. */
  tags: tagsSchema.optional(),
  /** The advisor's name and note for a forecast; absent if there are none. */
  scenario: scenarioSchema.pick({ name: true, note: true }).optional(),
})
export type RecordSummary = z.infer<typeof recordSummarySchema>
