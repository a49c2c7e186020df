import { z } from 'zod'
import { id, madeFile, none } from '../channel.ts'
import { reportPageSchema } from './page-model.ts'
import { mostCompared, reportPartSchema, reportParts } from './report-parts.ts'
import { logoSchema, paperSchema } from './report-settings.ts'

/** The client's report. */

/** Which saved forecasts a report is made from, and what is on it. */
export const reportRequestSchema = z.strictObject({
  /** The forecast that was run without any input; null where none is kept. */
  todayId: id.nullable(),
  /** The forecast with the inputs that were chosen; null where nothing was. */
  planId: id.nullable(),
  /** Further forecasts with inputs, to stand beside it; none of them is `planId`. */
  comparedIds: z.array(id).max(mostCompared),
  /** Dollars a month that the advisor entered; null for the service's goal or the share of salary. */
  needMonth: z.number().positive().max(10_000_000).nullable(),
  /** Each is left out where there is nothing for it. */
  parts: z.array(reportPartSchema).max(reportParts.length),
  paper: paperSchema,
  /** Whether identifiers of the participant and their accounts show only their last characters. */
  masked: z.boolean(),
  /** Whether the notes of the scenarios are printed; their names always are. */
  withNote: z.boolean().optional(),
})
export type ReportRequest = z.infer<typeof reportRequestSchema>

/** A saved forecast that a report can be made from. */
const reportSourceSchema = z.strictObject({
  id,
  savedAt: z.iso.datetime(),
  /** As the advisor named it, else what was changed for it: `Retiring at 67 and saving 12%`; empty for today's. */
  name: z.string(),
  /** Whether the advisor wrote a note. */
  hasNote: z.boolean(),
})
export type ReportSource = z.infer<typeof reportSourceSchema>

export const reportChannels = {
  /**
   * Forecasts of the same participant in the same place as `forecastId`, newest first: those run without any input, and
   * the others. Fails with `records.*`, and with `report.several` for a file of several participants.
   */
  'report.sources': {
    request: z.strictObject({ forecastId: id }),
    response: z.strictObject({
      participant: z.string(),
      todays: z.array(reportSourceSchema),
      plans: z.array(reportSourceSchema),
    }),
  },
  /** The pages as they will be printed, and sentences about what may not be meant. Fails with `records.*` and `report.*`. */
  'report.preview': {
    request: reportRequestSchema,
    response: z.strictObject({
      pages: z.array(reportPageSchema),
      logo: logoSchema.nullable(),
      warnings: z.array(z.string()),
      /** Parts that were asked for and for which there is nothing. */
      missing: z.array(reportPartSchema),
    }),
  },
  /** The same pages as a PDF file. Fails as the preview does. */
  'report.pdf': {
    request: reportRequestSchema,
    response: madeFile,
  },
  'report.logo': {
    request: none,
    response: z.strictObject({ logo: logoSchema.nullable() }),
  },
  /** Fails with `report.logo` for what is no PNG or JPEG, or too large. */
  'report.saveLogo': {
    request: z.strictObject({ bytes: z.instanceof(Uint8Array) }),
    response: z.strictObject({ logo: logoSchema.nullable() }),
  },
  'report.removeLogo': {
    request: none,
    response: z.strictObject({ logo: logoSchema.nullable() }),
  },
} as const
