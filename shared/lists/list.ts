import { z } from 'zod'
import { environmentStampSchema } from '../settings/environment.ts'
import { submissionOutcomeSchema } from '../records/receipt.ts'

/** A list of opt-outs: from the file to the outcome of every row. Times are ISO 8601 in UTC. */

const time = z.iso.datetime()
const id = z.uuid()
const column = z.number().int().min(0).max(999).nullable()

export const listEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const

/** Which column, counted from 0, holds what; null for none. */
export const listMappingSchema = z.strictObject({
  participantId: column,
  firstName: column,
  lastName: column,
  planId: column,
  planType: column,
  reason: column,
})
export type ListMapping = z.infer<typeof listMappingSchema>

/** What holds for every row whose own cell is empty or has no column. */
export const listDefaultsSchema = z.strictObject({
  planType: z.string().trim().max(100),
  reason: z.string().trim().max(200),
  /** Between several plans in one cell, such as `;`; empty for one plan a row. Plan types then come in the same order. */
  planSeparator: z.string().max(3),
})
export type ListDefaults = z.infer<typeof listDefaultsSchema>

/** How a file was understood, before anything is checked. */
export const listFileSchema = z.strictObject({
  listId: id,
  fileName: z.string(),
  bytes: z.number().int(),
  encoding: z.enum(listEncodings),
  /** One to three characters; a tab is a tab. */
  delimiter: z.string(),
  hasHeader: z.boolean(),
  /** Names of the columns, `Column 3` where there is none. */
  columns: z.array(z.string()),
  /** Rows of data, without the header and without empty lines. */
  rows: z.number().int(),
  /** The first rows as read. */
  sample: z.array(z.array(z.string())),
  mapping: listMappingSchema,
  /** The mapping is one that was used for columns of the same names before. */
  mappingRemembered: z.boolean(),
  defaults: listDefaultsSchema,
  /** Sentences about the file as a whole. */
  notes: z.array(z.string()),
})
export type ListFile = z.infer<typeof listFileSchema>

/** How a person says that the file is to be read; what is absent is found out. */
export const askedReadingSchema = z.strictObject({
  encoding: z.enum(listEncodings).optional(),
  delimiter: z.string().min(1).max(3).optional(),
  hasHeader: z.boolean().optional(),
})
export type AskedReading = z.infer<typeof askedReadingSchema>

/**
 * `ready`: would be sent. `unusual`: something of it is rarely meant; it is sent where a person says so. `invalid`: what it
 * means is not known. `skipped`: must not be sent, such as a second row for the same participant and plan, or an earlier
 * request in doubt. The others are outcomes of sending.
 */
export const listRowStateSchema = z.enum([
  'ready',
  'unusual',
  'invalid',
  'skipped',
  'sending',
  ...submissionOutcomeSchema.options,
])
export type ListRowState = z.infer<typeof listRowStateSchema>

const listRowSchema = z.strictObject({
  /** Row of data, from 1. */
  row: z.number().int().min(1),
  /** Line of the file where it begins, from 1. */
  line: z.number().int().min(1),
  participantId: z.string(),
  name: z.string(),
  /** Plan ids, joined with a comma. */
  plans: z.string(),
  state: listRowStateSchema,
  /** A person found out what became of it: `accepted` or `notSent` is what they were told. */
  settled: z.boolean(),
  /** What to mend, why it was left out, or what the service said. */
  messages: z.array(z.string()),
  receiptId: z.string().nullable(),
  receiptNumber: z.string(),
})
export type ListRow = z.infer<typeof listRowSchema>

export const listOptionsSchema = z.strictObject({
  /** Requests at the same time. */
  concurrency: z.number().int().min(1).max(16),
  /** Requests begun in a minute at most; null for no limit. */
  perMinute: z.number().int().min(1).max(60_000).nullable(),
  /** Pauses by itself after this many rows, in all since it was last started, that were not accepted; null for never. */
  stopAfterErrors: z.number().int().min(1).max(100_000).nullable(),
  /** Why rows are sent although the same was accepted not long ago; empty: such rows are left out. */
  overrideReason: z.string().trim().max(500),
  /** Unusual rows are sent all the same. Lists of earlier versions had none. */
  sendsUnusual: z.boolean().default(false),
})
export type ListOptions = z.infer<typeof listOptionsSchema>

/**
 * `mapping`: the columns are not settled. `checked`: dry run done, nothing sent. `running`, `paused`: in the middle.
 * `done`: every row that could be sent has an outcome.
 */
export const listStateSchema = z.enum(['mapping', 'checked', 'running', 'paused', 'done'])
export type ListState = z.infer<typeof listStateSchema>

/** How many rows are in each state. */
const many = z.number().int().min(0)
export const listCountsSchema = z.strictObject({
  ...{
    ready: many,
    invalid: many,
    skipped: many,
    sending: many,
    accepted: many,
    declined: many,
    rejected: many,
    notSent: many,
    inDoubt: many,
  },
  /** Lists of earlier versions had none. */
  unusual: many.default(0),
} satisfies Record<ListRowState, z.ZodType>)

export const listViewSchema = z.strictObject({
  listId: id,
  fileName: z.string(),
  openedAt: time,
  /** Where its rows go, from the dry run on; null before. */
  environment: environmentStampSchema.nullable(),
  state: listStateSchema,
  /** Why it paused, when a person did not ask for it; while it runs, what it waits for and until when; else empty. */
  why: z.string(),
  rows: z.number().int(),
  counts: listCountsSchema,
  /** Of the rows skipped, those that are sent when `overrideReason` is given: accepted not long ago. */
  needReason: z.number().int().min(0),
  options: listOptionsSchema,
  startedAt: time.nullable(),
  /** Rows an hour over the last minute while running, else null. */
  rowsPerHour: z.number().min(0).nullable(),
  secondsLeft: z.number().min(0).nullable(),
  /** 1 for the first run; one more each time failed rows are run again. */
  attempt: z.number().int().min(1),
  /** What had come of the rows when failed ones were last made ready again; null in the first run. */
  before: listCountsSchema.nullable(),
})
export type ListView = z.infer<typeof listViewSchema>

export const listRowsRequestSchema = z.strictObject({
  listId: id,
  /** Only rows in these states; absent for all. */
  states: z.array(listRowStateSchema).optional(),
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(500),
})

export const listRowsSchema = z.strictObject({
  total: z.number().int(),
  rows: z.array(listRowSchema),
})
export type ListRows = z.infer<typeof listRowsSchema>

/** How what came of a list leaves the program: as a file of the list's own kind, or as JSON. */
export const outcomeFormSchema = z.enum(['file', 'json'])
export type OutcomeForm = z.infer<typeof outcomeFormSchema>

export const outcomeRequestSchema = z.strictObject({
  listId: z.string().min(1).max(200),
  as: outcomeFormSchema,
})
export type OutcomeRequest = z.infer<typeof outcomeRequestSchema>
