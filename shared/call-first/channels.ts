import { z } from 'zod'
import { channel, id, jobId, none } from '../channel.ts'
import { appErrorSchema } from '../errors.ts'
import { figureSchema, saidSchema } from '../figures/figure.ts'
import { destinationSchema, environmentStampSchema } from '../environments/environment.ts'
import { markSchema } from '../records/marks.ts'
import { openedParticipantSchema } from '../participant/opened.ts'

/**
 * A call list has all participants in a file with several participants, or in a folder's files.
 * Each participant is forecast alone.
 */

const time = z.iso.datetime()
const figure = figureSchema.nullable()
const percentile = z.number().nullable()
const gap = z
  .strictObject({ kind: z.enum(['short', 'over', 'even']), figure: figureSchema })
  .nullable()

/**
 * Figures from a saved forecast without inputs, as the forecast screen shows them; `null` where the
 * answer has none.
 */
const callListFiguresSchema = z.strictObject({
  /** The saved result that the figures come from. */
  recordId: id,
  savedAt: time,
  /**
   * Set after an enrollment or implementation with the same file: `counted` if the figures are those of what was sent,
   * `unknown` if no answer has what was sent, so that they are today's.
   */
  sent: z.enum(['counted', 'unknown']).nullable(),
  /** Incomes in dollars a month: today's, or with what was sent if `sent` is `counted`. */
  incomes: z.strictObject({ poor: figure, average: figure }),
  percentiles: z.strictObject({ poor: percentile, average: percentile }),
  goal: z
    .strictObject({ figure: figureSchema, source: z.enum(['typed', 'service', 'shareOfPay']) })
    .nullable(),
  gaps: z.strictObject({ poor: gap, average: gap }),
  /** The income as a percent of the goal, in average markets. */
  ofGoal: figure,
  /** What Recommended adds to the income, signed; after a submission, what is left of it. */
  adds: z.strictObject({ poor: figure, average: figure }),
  /** The earliest retirement age that reaches the goal in average markets, and its income; null if there is no gap. */
  retireAt: z.strictObject({ age: z.number(), income: figureSchema }).nullable(),
})
export type CallListFigures = z.infer<typeof callListFiguresSchema>

/** One participant, or an unreadable file whose participants are unknown. */
const callListRowSchema = z.strictObject({
  /** Position in the call list, from 0. */
  row: z.int().min(0),
  fileName: z.string(),
  participantId: z.string(),
  /** Empty if the file gives no name. */
  name: z.string(),
  /** YYYY-MM-DD, or empty. */
  dateOfBirth: z.string(),
  /** Warnings about the file’s data that cast doubt on all of this person's figures. */
  doubts: z.array(saidSchema),
  /** What has been submitted for this person in the current environment. */
  marks: z.array(markSchema),
  /** False for an unreadable file: `problem` says why, and nothing is sent for it. */
  sendable: z.boolean(),
  running: z.boolean(),
  figures: callListFiguresSchema.nullable(),
  /** Why the last forecast failed; the figures then come from an earlier forecast. */
  problem: appErrorSchema.nullable(),
  /**
   * Time of the newest receipt, or of the newest forecast that somebody ran for this participant alone on an earlier
   * day; `null` if there is none.
   */
  lastTalk: time.nullable(),
})
export type CallListRow = z.infer<typeof callListRowSchema>

const callListViewSchema = z.strictObject({
  callListId: id,
  /** Name of the file or the folder. */
  name: z.string(),
  kind: z.enum(['file', 'folder']),
  files: z.int(),
  /** Number of files in the folder beyond the limit, which were not read. */
  leftOut: z.int(),
  /** The current environment, which the figures come from. */
  environment: environmentStampSchema,
  rows: z.array(callListRowSchema),
  running: z.boolean(),
  /** Why the last run ended before its last row; otherwise empty. */
  why: z.string(),
  /** The last run since the program started. */
  lastRun: z.strictObject({ at: time, tookMs: z.number(), forecast: z.int() }).nullable(),
})
export type CallListView = z.infer<typeof callListViewSchema>

const callListScopes = ['all', 'failed', 'missing'] as const
/**
 * The rows that a run forecasts: all rows, those whose last forecast failed, or those without
 * figures.
 */
export type CallListScope = (typeof callListScopes)[number]

/** The changed rows, sent at most twice a second. */
export const callListMovedSchema = z.strictObject({
  callListId: id,
  rows: z.array(callListRowSchema),
  running: z.boolean(),
})

const callListId = id
const opened = z.strictObject({ callListId })

/** All channels except those that open a call list fail with `participant.notOpen` once the call list is closed. */
export const callFirstChannels = {
  /** Makes a call list of everybody in an open file. */
  'callFirst.openFile': channel({ handle: id }, opened),
  /** Asks for a folder and reads its files; desktop only. Null if the user chooses none. */
  'callFirst.openFolder': channel({ jobId }, opened.nullable()),
  /** Makes an empty call list, for files that the page then adds one by one. */
  'callFirst.begin': channel({ name: z.string().max(400) }, opened),
  /** An unreadable file becomes a row that says why. */
  'callFirst.addFile': channel(
    {
      callListId,
      name: z.string().max(400),
      /** Absent if the page could not read the file because it is too large, or gone. */
      bytes: z.instanceof(Uint8Array).optional(),
      problem: appErrorSchema.optional(),
      path: z.string().optional(),
    },
    none,
  ),
  /** The current state, with figures saved for the current environment. */
  'callFirst.get': channel({ callListId }, callListViewSchema),
  /**
   * Forecasts each participant alone. In the answer, `why` says why the run stopped early; a
   * canceled run is not a failure.
   */
  'callFirst.run': channel(
    {
      callListId,
      scope: z.enum(callListScopes),
      to: destinationSchema,
      jobId,
    },
    callListViewSchema,
  ),
  /** Opens a row's participant alone. */
  'callFirst.openOnly': channel({ callListId, row: z.int().min(0) }, openedParticipantSchema),
  'callFirst.close': channel({ callListId }, none),
} as const
