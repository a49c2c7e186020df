import { z } from 'zod'
import { environmentStampSchema } from '../environments/environment.ts'
import { mootStandingSchema } from '../receipt/standing.ts'
import { submissionOutcomeSchema } from '../records/receipt.ts'

/** A list of opt-outs, from its file to every row's outcome. Times are ISO 8601 in UTC. */

const time = z.iso.datetime()
const id = z.uuid()
const column = z.int().min(0).max(999).nullable()

export const listEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'cp850',
  'cp437',
  'macroman',
] as const
const encoding = z.enum(listEncodings)

/** The column of each value, from 0; null if there is none. */
export const listMappingSchema = z.strictObject({
  participantId: column,
  firstName: column,
  lastName: column,
  planId: column,
  planType: column,
  reason: column,
})
export type ListMapping = z.infer<typeof listMappingSchema>

/** Values for rows whose cell is empty or missing. */
export const listDefaultsSchema = z.strictObject({
  planType: z.string().trim().max(100),
  reason: z.string().trim().max(200),
  /**
   * The text that separates several plans in one cell, such as `;`; empty if each row has one plan.
   * Several plan types in a cell have the same order as the plans.
   */
  planSeparator: z.string().max(3),
})
export type ListDefaults = z.infer<typeof listDefaultsSchema>

const skipped = z.int().min(0).max(100)

/** How a file was read, before any check. */
export const listFileSchema = z.strictObject({
  listId: id,
  fileName: z.string(),
  bytes: z.int(),
  encoding,
  /**
   * Encodings that fit the file equally well, each with the lines in which they differ. Until a
   * person chooses one, the list is not checked. Empty if the encoding is certain or chosen.
   */
  encodingChoices: z.array(z.strictObject({ encoding, lines: z.array(z.string()) })),
  /** One to three characters; a tab is a real tab character. */
  delimiter: z.string(),
  hasHeader: z.boolean(),
  /** Number of lines above the heading or the first row, which are left out. */
  skip: skipped,
  /** Names of the columns; `Column 3` for one without a name. */
  columns: z.array(z.string()),
  /** Number of data rows, without the header and empty lines. */
  rows: z.int(),
  /** The first rows as read. */
  sample: z.array(z.array(z.string())),
  mapping: listMappingSchema,
  /** True if this mapping was used before for columns with the same names. */
  mappingRemembered: z.boolean(),
  defaults: listDefaultsSchema,
  /** Sentences about the file as a whole. */
  notes: z.array(z.string()),
})
export type ListFile = z.infer<typeof listFileSchema>

/** A user's choices for reading the file; absent ones are detected. */
export const askedReadingSchema = z.strictObject({
  encoding: encoding.optional(),
  delimiter: z.string().min(1).max(3).optional(),
  hasHeader: z.boolean().optional(),
  skip: skipped.optional(),
})
export type AskedReading = z.infer<typeof askedReadingSchema>

/**
 * `ready` rows will be sent. `unusual` rows contain a probable mistake and are sent if the user
 * confirms. The program cannot interpret `invalid` rows. `skipped` rows must not be sent, for
 * example because they repeat a participant and plan, or because an earlier request is in doubt.
 * The other states are outcomes of sending; `alreadyOut` and `notEnrolled` had nothing to do, and are neither accepted
 * nor failed.
 */
export const listRowStateSchema = z.enum([
  'ready',
  'unusual',
  'invalid',
  'skipped',
  'sending',
  ...submissionOutcomeSchema.options,
  ...mootStandingSchema.options,
])
export type ListRowState = z.infer<typeof listRowStateSchema>

const listRowSchema = z.strictObject({
  /** Number of the data row, from 1. */
  row: z.int().min(1),
  /** The row's first line in the file, from 1. */
  line: z.int().min(1),
  participantId: z.string(),
  name: z.string(),
  /** Plan ids, joined with a comma. */
  plans: z.string(),
  state: listRowStateSchema,
  /** True if a person found out the outcome and settled the row as `accepted` or `notSent`. */
  settled: z.boolean(),
  /** Errors to correct, reasons for skipping the row, or the service's message. */
  messages: z.array(z.string()),
  receiptId: z.string().nullable(),
  receiptNumber: z.string(),
})
export type ListRow = z.infer<typeof listRowSchema>

export const listOptionsSchema = z.strictObject({
  /** Number of simultaneous requests. */
  concurrency: z.int().min(1).max(16),
  /** Maximum number of requests started in a minute; null for no limit. */
  perMinute: z.int().min(1).max(60_000).nullable(),
  /**
   * The list pauses automatically after this many rows failed or are in doubt since its last start;
   * null means never.
   */
  stopAfterErrors: z.int().min(1).max(100_000).nullable(),
  /**
   * The reason for sending rows again soon after they were accepted; if empty, such rows are
   * skipped.
   */
  overrideReason: z.string().trim().max(500),
  /** Also sends unusual rows. */
  sendsUnusual: z.boolean(),
})
export type ListOptions = z.infer<typeof listOptionsSchema>

/**
 * `mapping` means that the columns are not yet chosen. `checked` means that the dry run is done and
 * nothing was sent. In `running` and `paused`, some rows were sent. `done` means that every
 * sendable row has an outcome.
 */
const listStateSchema = z.enum(['mapping', 'checked', 'running', 'paused', 'done'])
export type ListState = z.infer<typeof listStateSchema>

/** Number of rows in each state. */
const many = z.int().min(0)
const listCountsSchema = z.strictObject({
  ready: many,
  invalid: many,
  skipped: many,
  sending: many,
  accepted: many,
  declined: many,
  rejected: many,
  notSent: many,
  inDoubt: many,
  unusual: many,
  alreadyOut: many,
  notEnrolled: many,
} satisfies Record<ListRowState, z.ZodType>)

export const listViewSchema = z.strictObject({
  listId: id,
  fileName: z.string(),
  openedAt: time,
  /**
   * The environment that the list's rows are sent to. It is known from the dry run on, and null
   * before.
   */
  environment: environmentStampSchema.nullable(),
  state: listStateSchema,
  /**
   * Identifies a check: how rows are read and where they are sent. When starting, the page names
   * the check that its user saw.
   */
  check: z.string(),
  /**
   * Why the list paused automatically. While it runs, the cause and end of a wait. Otherwise empty.
   */
  why: z.string(),
  rows: z.int(),
  counts: listCountsSchema,
  /**
   * Number of skipped rows that can be sent with an `overrideReason`, because they were accepted
   * recently.
   */
  needReason: z.int().min(0),
  options: listOptionsSchema,
  startedAt: time.nullable(),
  /** Rows per hour, measured over the last minute while running; otherwise null. */
  rowsPerHour: z.number().min(0).nullable(),
  secondsLeft: z.number().min(0).nullable(),
  /** 1 for the first run, and one more for each rerun of failed rows. */
  attempt: z.int().min(1),
  /** The counts when failed rows were last made ready again; null in the first run. */
  before: listCountsSchema.nullable(),
})
export type ListView = z.infer<typeof listViewSchema>

export const listRowsRequestSchema = z.strictObject({
  listId: id,
  /** Only rows in these states; absent means all. */
  states: z.array(listRowStateSchema).optional(),
  offset: z.int().min(0),
  limit: z.int().min(1).max(500),
})
export type ListRowsRequest = z.infer<typeof listRowsRequestSchema>

export const listRowsSchema = z.strictObject({
  total: z.int(),
  rows: z.array(listRowSchema),
})

/** The formats of a list's outcome file: the same kind as the list's file, or JSON. */
export const outcomeFormSchema = z.enum(['file', 'json'])
export type OutcomeForm = z.infer<typeof outcomeFormSchema>

export const outcomeRequestSchema = z.strictObject({
  listId: z.string().min(1).max(200),
  as: outcomeFormSchema,
})
export type OutcomeRequest = z.infer<typeof outcomeRequestSchema>
