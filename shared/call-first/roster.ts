import { z } from 'zod'
import { channel, id, jobId, none } from '../channel.ts'
import { appErrorSchema } from '../errors.ts'
import { figureSchema } from '../figures/figure.ts'
import { destinationSchema, environmentStampSchema } from '../environments/environment.ts'
import { markSchema } from '../records/marks.ts'
import { openedParticipantSchema } from '../participant/opened.ts'

/** A roster: everybody in a file of several participants, or in the files of a folder, each forecast alone. */

const time = z.iso.datetime()
const figure = figureSchema.nullable()
const percentile = z.number().nullable()
const gap = z
  .strictObject({ kind: z.enum(['short', 'over', 'even']), figure: figureSchema })
  .nullable()

/** Figures of a saved forecast without inputs, the same as on its own screen; `null` if the answer does not say. */
const rosterFiguresSchema = z.strictObject({
  /** The saved result behind them. */
  recordId: id,
  savedAt: time,
  /** Today's, dollars a month, with their percentiles. */
  incomes: z.strictObject({ poor: figure, average: figure }),
  percentiles: z.strictObject({ poor: percentile, average: percentile }),
  goal: z
    .strictObject({ figure: figureSchema, source: z.enum(['typed', 'service', 'shareOfPay']) })
    .nullable(),
  gaps: z.strictObject({ poor: gap, average: gap }),
  /** Today's income in percent of the goal, average markets. */
  ofGoal: figure,
  /** Recommended less Today in average markets, signed. */
  adds: figure,
  /** The earliest retirement age that reaches the goal in average markets, and its income; only where there is a gap. */
  retireAt: z.strictObject({ age: z.number(), income: figureSchema }).nullable(),
})
export type RosterFigures = z.infer<typeof rosterFiguresSchema>

/** One participant, or an unreadable file with unknown participants. */
const rosterRowSchema = z.strictObject({
  /** Position in the roster, from 0. */
  row: z.int().min(0),
  fileName: z.string(),
  participantId: z.string(),
  /** Empty if the file names none. */
  name: z.string(),
  /** YYYY-MM-DD, or empty. */
  dateOfBirth: z.string(),
  /** Sentences on the file’s input that make every figure of this person doubtful. */
  doubts: z.array(z.string()),
  /** What became of this person in the environment in use. */
  marks: z.array(markSchema),
  /** False for an unreadable file: `problem` says why, and nothing is sent for it. */
  sendable: z.boolean(),
  running: z.boolean(),
  figures: rosterFiguresSchema.nullable(),
  /** Why the last forecast failed; the figures are then those of an earlier one. */
  problem: appErrorSchema.nullable(),
  /**
   * The newest receipt, or the newest forecast of an earlier day that somebody ran for this participant alone; `null`
   * for none.
   */
  lastTalk: time.nullable(),
})
export type RosterRow = z.infer<typeof rosterRowSchema>

const rosterViewSchema = z.strictObject({
  rosterId: id,
  /** Of the file or of the folder. */
  name: z.string(),
  kind: z.enum(['file', 'folder']),
  files: z.int(),
  /** Files of the folder beyond the limit, which were not read. */
  leftOut: z.int(),
  /** The environment in use, which the figures come from. */
  environment: environmentStampSchema,
  rows: z.array(rosterRowSchema),
  running: z.boolean(),
  /** Why the last run ended before its last row; else empty. */
  why: z.string(),
  /** The last run since the start. */
  lastRun: z.strictObject({ at: time, tookMs: z.number(), forecast: z.int() }).nullable(),
})
export type RosterView = z.infer<typeof rosterViewSchema>

const rosterScopes = ['all', 'failed', 'missing'] as const
/** The rows of a run: everybody, those whose last forecast failed, or those without figures. */
export type RosterScope = (typeof rosterScopes)[number]

/** Changed rows; at most twice a second. */
export const rosterMovedSchema = z.strictObject({
  rosterId: id,
  rows: z.array(rosterRowSchema),
  running: z.boolean(),
})

const rosterId = id
const opened = z.strictObject({ rosterId })

/** All but the opening channels fail with `participant.notOpen` once the roster is closed. */
export const rosterChannels = {
  /** Everybody in an open file. */
  'roster.openFile': channel({ handle: id }, opened),
  /** Asks for a folder and reads the files in it; desktop only. Null if the person chooses none. */
  'roster.openFolder': channel({ jobId }, opened.nullable()),
  /** An empty roster for files that the page hands over one by one. */
  'roster.begin': channel({ name: z.string().max(400) }, opened),
  /** An unreadable file becomes a row that says why. */
  'roster.addFile': channel(
    {
      rosterId,
      name: z.string().max(400),
      /** Absent if the page could not read it: it is too large, or gone. */
      bytes: z.instanceof(Uint8Array).optional(),
      problem: appErrorSchema.optional(),
      path: z.string().optional(),
    },
    none,
  ),
  /** Its present state, with figures saved for the environment in use. */
  'roster.get': channel({ rosterId }, rosterViewSchema),
  /** Forecasts each participant alone. `why` says why it stopped; a canceled run is no failure. */
  'roster.run': channel(
    {
      rosterId,
      scope: z.enum(rosterScopes),
      to: destinationSchema,
      jobId,
    },
    rosterViewSchema,
  ),
  /** Opens the participant of a row alone. */
  'roster.openOnly': channel({ rosterId, row: z.int().min(0) }, openedParticipantSchema),
  'roster.close': channel({ rosterId }, none),
} as const
