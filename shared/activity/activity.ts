import { z } from 'zod'
import { none } from '../channel.ts'

/** The activity log as sent to the page. Times are ISO 8601 in UTC. */

/** Every action that the log can name. */
export const activityActions = [
  'start',
  'open',
  'forecast',
  'view',
  'export',
  'print',
  'settings',
  'question',
  'credentialsWritten',
  'credentialsForgotten',
  'authorityConfirmed',
  'authorityRemoved',
  'submission',
  'list',
  'verify',
  'retention',
  'remove',
  'backup',
  'restore',
  'import',
  'removeEverything',
  'hold',
  'liftHold',
  'olderData',
  'recovery',
  'lock',
  'unlock',
] as const

const activityOutcomes = [
  'done',
  'failed',
  'cancelled',
  // for `export`: the page has the file; another entry follows once the program knows where the
  // user saved it
  'prepared',
  // for `start`: the key that authenticates the records that follow
  'keychainKey',
  'sessionKey',
  // for `submission`: its new state
  'intended',
  'sending',
  'accepted',
  'declined',
  'rejected',
  'notSent',
  'inDoubt',
  'settledAccepted',
  'settledNotSent',
  // for `list` (a list of opt-outs); `done` means that every sendable row has an outcome
  'opened',
  'started',
  'paused',
  // for `lock`, in addition to `done`
  'passphraseSet',
  'passphraseRemoved',
  'encryptionOn',
  'encryptionOff',
  // for `recovery`: a code was made, confirmed or used, or a new database was begun
  'kitMade',
  'kitTaken',
  'kitUsed',
  'startedAnew',
  // for `question`: `done` means that a person agreed, `cancelled` that nobody did
  // for `verify`
  'intact',
  'tampered',
  // for `olderData`: how a start recognized that the data is not what the program wrote last
  'recordsMissing',
  'unknownFolder',
  'otherDatabase',
] as const

/**
 * One record without its position in the chain. It has no field for a name, an amount, XML or a
 * token.
 */
const activityEntrySchema = z.strictObject({
  at: z.iso.datetime(),
  /** Operating-system user and machine. */
  user: z.string().max(64),
  machine: z.string().max(64),
  action: z.enum(activityActions),
  /** Id of the environment; empty if the record concerns no environment. */
  environment: z.string().regex(/^[\w.-]{0,80}$/),
  /** Keyed digest of the participant's id; empty if the record concerns no participant. */
  subject: z.string().regex(/^(?:[0-9a-f]{32})?$/),
  /** The UUID of the submission, saved result or operation. */
  id: z.uuid(),
  outcome: z.enum(activityOutcomes),
  /**
   * What was changed or asked, in the program's words with plain values such as `3 → 0`; otherwise empty.
   */
  change: z.string().max(500),
})
export type ActivityEntry = z.infer<typeof activityEntrySchema>
export type ActivityAction = ActivityEntry['action']
export type ActivityOutcome = ActivityEntry['outcome']

export const activityRecordSchema = z.strictObject({
  /** Position in the log, from 1. */
  n: z.int().min(1),
  ...activityEntrySchema.shape,
})
export type ActivityRecord = z.infer<typeof activityRecordSchema>

export const activityProblemSchema = z.strictObject({
  kind: z.enum([
    'edited',
    'removed',
    'cut',
    // an earlier start found older data; see the outcomes of `olderData`
    'olderData',
    // SQLite reports damage, perhaps outside the log
    'damaged',
  ]),
  /** Number of the record, or of the first record after removed ones; 0 for the whole database. */
  record: z.int().min(0),
  message: z.string(),
})
export type ActivityProblem = z.infer<typeof activityProblemSchema>

const activityCheckSchema = z.strictObject({
  state: z.enum(['intact', 'tampered']),
  at: z.iso.datetime(),
  records: z.int().min(0),
  /** Authentication code of the last record, base64url. */
  head: z.string(),
  problems: z.array(activityProblemSchema),
  /** Number of problems that are not listed. */
  more: z.int().min(0),
})
export type ActivityCheck = z.infer<typeof activityCheckSchema>

const activityKeptSchema = z.strictObject({
  key: z.enum(['keychain', 'memory']),
  /** Why the log is only in memory; otherwise empty. */
  why: z.string(),
})

const day = z.iso.date()
const activityListRequestSchema = z.strictObject({
  /** End of the previous page; absent for the newest records. */
  cursor: z.string().max(100).optional(),
  limit: z.int().min(1).max(1000),
  action: z.enum(activityActions).optional(),
  environment: z.string().max(200).optional(),
  /** A day in UTC. */
  day: day.optional(),
})
export type ActivityListRequest = z.infer<typeof activityListRequestSchema>

const activityPageSchema = z.strictObject({
  /** Newest first. */
  records: z.array(activityRecordSchema),
  /** Start of the next page; null at the oldest record. */
  next: z.string().nullable(),
  /** Number of records in the whole log, regardless of the filter. */
  total: z.int().min(0),
  kept: activityKeptSchema,
  /** The latest check; null during the first one. */
  check: activityCheckSchema.nullable(),
})
export type ActivityPage = z.infer<typeof activityPageSchema>

const activityExportSchema = z.strictObject({
  fileName: z.string(),
  text: z.string(),
})
export type ActivityExport = z.infer<typeof activityExportSchema>

/** Events that only the page knows: a saved result was viewed, printed or exported. */
const activityUseSchema = z.strictObject({
  action: z.enum(['view', 'print', 'export']),
  /** Id of the saved result; absent if the event concerns no saved result. */
  recordId: z.string().max(200).optional(),
})
export type ActivityUse = z.infer<typeof activityUseSchema>

export const activityChannels = {
  'activity.list': { request: activityListRequestSchema, response: activityPageSchema },
  'activity.verify': { request: none, response: activityCheckSchema },
  'activity.export': {
    request: z.strictObject({ format: z.enum(['csv', 'json']) }),
    response: activityExportSchema,
  },
  'activity.recordUse': { request: activityUseSchema, response: none },
} as const
