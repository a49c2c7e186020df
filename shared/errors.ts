import { z } from 'zod'

/**
 * Every expected failure of the program. The renderer has one text for each code: what happened, what it means for the
 * participant's data, and what to do next. A new code does not compile without a text.
 */
export const errorCodes = [
  // participant file
  'participant.empty',
  'participant.tooLarge',
  'participant.notXml',
  'participant.notWellFormed',
  'participant.doctype',
  'participant.encoding',
  'participant.tooComplex',
  'participant.noParticipant',
  'participant.fileMissing',
  'participant.notOpen',
  'participant.several',
  'participant.notSplit',
  'participant.changed',
  // typed input
  'input.invalid',
  'environment.notFound',
  'environment.baseUrl',
  'environment.locked',
  'environment.other',
  // credentials and keychain
  'credentials.missing',
  'credentials.elsewhere',
  'keychain.moduleMissing',
  'keychain.unavailable',
  'keychain.locked',
  'keychain.timeout',
  // the service
  'service.unreachable',
  'service.tls',
  'service.authority',
  'service.proxy',
  'service.timeout',
  'service.unauthorized',
  'service.tokenRefused',
  'service.rejected',
  'service.busy',
  'service.failed',
  'service.unreadable',
  'service.tooLarge',
  'service.redirected',
  'service.connectionLost',
  'job.cancelled',
  // submissions
  'submission.notFound',
  'submission.alreadySent',
  'submission.inDoubt',
  'submission.unrecorded',
  'submission.unaccounted',
  'submission.confirmation',
  'submission.transUrl',
  'submission.wrappedUp',
  // saved results
  'records.notFound',
  'records.damaged',
  'records.keyUnreachable',
  'records.keyLost',
  'records.codeWrong',
  'records.newerVersion',
  'records.diskFull',
  // backups and files of results
  'backup.notMade',
  'backup.unreadable',
  'records.held',
  // files saved outside the program
  'export.diskFull',
  'export.noPermission',
  'export.folderGone',
  'export.notSaved',
  // the client's report
  'report.several',
  'report.notForecast',
  'report.otherPerson',
  'report.logo',
  'report.notMade',
  // the lock
  'lock.locked',
  'lock.wrong',
  'lock.wait',
  'lock.noPassphrase',
  // what a person must agree to outside the page
  'question.refused',
  'lock.needsCode',
  'lock.firmAsks',
  'lock.ending',
  // inside the program
  'ipc.invalidRequest',
  'ipc.invalidReply',
  'ipc.disconnected',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/**
 * An expected failure, in the form that crosses every boundary. `message` is one plain English
 * sentence that says what happened and where; `details` is technical text for the "Details" panel,
 * with secrets already removed.
 */
export const appErrorSchema = z.strictObject({
  code: z.enum(errorCodes),
  message: z.string(),
  /** The user's next step; one sentence. */
  advice: z.string().optional(),
  /** Position in a participant file, counted from 1. */
  line: z.int().optional(),
  column: z.int().optional(),
  /** HTTP status of the service's answer. */
  status: z.int().optional(),
  /** Seconds the service asked to wait. */
  retryAfter: z.number().optional(),
  /** The field of a form or request that is wrong, for example `RetirementAge`. */
  field: z.string().optional(),
  details: z.string().optional(),
})

export type AppError = z.infer<typeof appErrorSchema>

/** The schema for a result with this `value`, sent to another thread or to the page. */
export const resultSchema = <T extends z.ZodType>(value: T) =>
  z.discriminatedUnion('ok', [
    z.strictObject({ ok: z.literal(true), value }),
    z.strictObject({ ok: z.literal(false), error: appErrorSchema }),
  ])

/** The message, with the next step if there is one. */
export const inWords = ({ message, advice }: AppError): string =>
  advice === undefined ? message : `${message} ${advice}`
