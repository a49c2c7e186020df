import { z } from 'zod'
import { id, madeFile, none } from '../channel.ts'
import { handedOverSchema } from './handed-over.ts'
import { reportPageSchema } from './page-model.ts'
import { mostCompared, reportPartSchema, reportParts } from './report-parts.ts'
import { logoSchema, paperSchema } from './report-settings.ts'

const reportRequestSchema = z.strictObject({
  /** The forecast without inputs; null if none is saved. */
  todayId: id.nullable(),
  /** The forecast with the chosen inputs; null if none was chosen. */
  planId: id.nullable(),
  /** Other forecasts with inputs to compare; none of them is `planId`. */
  comparedIds: z.array(id).max(mostCompared),
  /** The goal that the advisor entered, dollars a month; null for the service's goal or the share of pay. */
  goalMonth: z.number().positive().max(10_000_000).nullable(),
  /** The chosen parts; a part without content is left out. */
  parts: z.array(reportPartSchema).max(reportParts.length),
  paper: paperSchema,
  /** Whether identifiers of the participant and their accounts show only their last characters. */
  masked: z.boolean(),
  /** Whether to print the notes of the scenarios; their names always appear. */
  withNote: z.boolean().optional(),
})
export type ReportRequest = z.infer<typeof reportRequestSchema>

const reportSourceSchema = z.strictObject({
  id,
  /** The time of the last run. */
  madeAt: z.iso.datetime(),
  /** How many runs had this answer; absent for one. */
  runs: z.int().min(2).optional(),
  /**
   * The advisor's name for the forecast, otherwise its changes: `Retiring at 67 and saving 12%`; empty for today's
   * forecast.
   */
  name: z.string(),
  hasNote: z.boolean(),
})
export type ReportSource = z.infer<typeof reportSourceSchema>

const logoAnswer = z.strictObject({ logo: logoSchema.nullable() })

export const reportChannels = {
  /**
   * The forecasts for a report, newest first: those without inputs, and the others. Fails with `records.*`, and with
   * `report.several` for a file of several participants.
   */
  'report.sources': {
    request: z.strictObject({ forecastId: id }),
    response: z.strictObject({
      participant: z.string(),
      todays: z.array(reportSourceSchema),
      plans: z.array(reportSourceSchema),
      /**
       * Says how many forecasts are left out because they are of other people with the same id, or with the same name
       * if there are no ids; otherwise empty.
       */
      notOffered: z.string(),
    }),
  },
  /** The pages as printed, with warnings about possible mistakes. Fails with `records.*` and `report.*`. */
  'report.preview': {
    request: reportRequestSchema,
    response: z.strictObject({
      pages: z.array(reportPageSchema),
      logo: logoSchema.nullable(),
      warnings: z.array(z.string()),
      missing: z.array(reportPartSchema),
    }),
  },
  /** The same pages as a PDF file. Fails as the preview does. */
  'report.pdf': { request: reportRequestSchema, response: madeFile.extend({ madeId: id }) },
  /**
   * Keeps a file of `report.pdf` as it was handed over. Fails with `report.notMade` if it was made too long ago, and with
   * `records.*`.
   */
  'report.keep': {
    request: z.strictObject({ madeId: id, handedOver: handedOverSchema }),
    response: none,
  },
  'report.logo': { request: none, response: logoAnswer },
  /** Fails with `report.logo` if the file is not a PNG or JPEG, or is too large. */
  'report.saveLogo': {
    request: z.strictObject({ bytes: z.instanceof(Uint8Array) }),
    response: logoAnswer,
  },
  'report.removeLogo': { request: none, response: logoAnswer },
} as const
