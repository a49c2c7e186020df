import { z } from 'zod'
import {
  caseInformationInputsSchema,
  enrollInputsSchema,
  enrollmentInfoSchema,
  forecastInputsSchema,
  optoutInfoSchema,
} from '../express/requests.ts'
import {
  caseInformationReadingSchema,
  decodedTextSchema,
  forecastReadingSchema,
  jsonSchema,
  readingNoteSchema,
  transactionResultSchema,
} from '../express/reading.ts'
import { participantProfileSchema, readingWarningSchema } from '../participant/profile.ts'

/** What main shows the renderer. No schema here has room for a secret. Times are ISO 8601 in UTC. */

const time = z.iso.datetime()
const id = z.string().min(1)

export const environmentKindSchema = z.enum(['training', 'uat', 'production'])
export type EnvironmentKind = z.infer<typeof environmentKindSchema>

/** How the client proves itself to the token endpoint; `accessToken` is a token pasted by hand. */
export const credentialStyleSchema = z.enum(['bearer', 'basic', 'form', 'accessToken'])
export type CredentialStyle = z.infer<typeof credentialStyleSchema>

export const keychainStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('system') }),
  z.strictObject({
    kind: z.literal('session'),
    reason: z.enum(['moduleMissing', 'unavailable', 'locked', 'timeout']),
    /** One sentence with the missing piece, fit to follow "Kept for this session only, because …". */
    message: z.string(),
  }),
])
export type KeychainState = z.infer<typeof keychainStateSchema>

export const tokenStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('valid'),
    obtainedAt: time,
    validUntil: time,
    /** Seconds left when this was read. */
    secondsLeft: z.number(),
  }),
  z.strictObject({ kind: z.literal('expired'), validUntil: time }),
])
export type TokenState = z.infer<typeof tokenStateSchema>

/** What a person enters for an environment. */
export const environmentInputSchema = z.strictObject({
  /** Absent for a new one. */
  id: id.optional(),
  name: z.string().trim().min(1).max(80),
  kind: z.enum(['uat', 'production']),
  baseUrl: z.string().trim().min(1).max(2000),
  clientId: z.string().trim().min(1).max(200),
  credentialStyle: credentialStyleSchema,
})
export type EnvironmentInput = z.infer<typeof environmentInputSchema>

export const environmentViewSchema = z.strictObject({
  id,
  name: z.string(),
  kind: environmentKindSchema,
  /** Empty while the training service is off. */
  baseUrl: z.string(),
  clientId: z.string(),
  credentialStyle: credentialStyleSchema,
  /** Where the credentials are; `builtIn` for Training. */
  credentials: z.enum(['builtIn', 'keychain', 'session', 'none']),
  /** Handed out by an administrator: name, address and ClientId cannot be edited. */
  managed: z.boolean(),
  /** Why this environment cannot be used in this host, for example production in the browser host; else empty. */
  unavailable: z.string(),
  token: tokenStateSchema,
})
export type EnvironmentView = z.infer<typeof environmentViewSchema>

/** Secrets on their way in. They never come back. */
export const credentialsInputSchema = z.discriminatedUnion('style', [
  z.strictObject({ style: z.literal('bearer'), value: z.string().min(1).max(8000) }),
  z.strictObject({ style: z.literal('accessToken'), value: z.string().min(1).max(8000) }),
  z.strictObject({
    style: z.enum(['basic', 'form']),
    clientId: z.string().min(1).max(500),
    clientSecret: z.string().min(1).max(4000),
  }),
])
export type CredentialsInput = z.infer<typeof credentialsInputSchema>

export const connectionTestSchema = z.strictObject({
  ok: z.boolean(),
  steps: z.array(
    z.strictObject({ name: z.string(), outcome: z.enum(['passed', 'failed', 'notRun']), detail: z.string() }),
  ),
})
export type ConnectionTest = z.infer<typeof connectionTestSchema>

export const settingsSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  activeEnvironmentId: id,
  /** Income counts as on track from this share of salary, percent. An explained rule of ours, never a service result. */
  onTrackShare: z.number().min(1).max(200),
  /** Percentile whose sustainable income leads the comparison. */
  headlinePercentile: z.number().min(0).max(100),
})
export type Settings = z.infer<typeof settingsSchema>

export const appInfoSchema = z.strictObject({
  version: z.string(),
  host: z.enum(['desktop', 'browser']),
  platform: z.string(),
  dataDir: z.string(),
  keychain: keychainStateSchema,
  /** Whether saved results outlive this session, and if not, why. */
  library: z.strictObject({ persistent: z.boolean(), message: z.string() }),
  maxParticipantBytes: z.number().int(),
})
export type AppInfo = z.infer<typeof appInfoSchema>

export const exampleParticipantSchema = z.strictObject({
  id,
  name: z.string(),
  age: z.number().int(),
  /** One sentence: why this person is here. */
  reason: z.string(),
})
export type ExampleParticipant = z.infer<typeof exampleParticipantSchema>

export const participantSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('file'),
    name: z.string().max(400),
    bytes: z.instanceof(Uint8Array),
    /** Where the file is, if the host knows; the browser host does not. */
    path: z.string().optional(),
  }),
  /** The host's own dialog for choosing a file; desktop only. */
  z.strictObject({ kind: z.literal('dialog') }),
  z.strictObject({ kind: z.literal('example'), id }),
  z.strictObject({ kind: z.literal('recent'), id }),
])
export type ParticipantSource = z.infer<typeof participantSourceSchema>

/** A participant file in memory of main; the renderer holds only its handle and this reading. */
export const openedParticipantSchema = z.strictObject({
  handle: id,
  fileName: z.string(),
  encoding: z.string(),
  bytes: z.number().int(),
  characters: z.number().int(),
  /** Of the decoded text, hexadecimal. */
  sha256: z.string(),
  openedAt: time,
  participants: z.array(participantProfileSchema),
  /** Index of the participant on screen; the text is sent whole whichever it is. */
  chosen: z.number().int(),
  warnings: z.array(readingWarningSchema),
})
export type OpenedParticipant = z.infer<typeof openedParticipantSchema>

export const recentParticipantSchema = z.strictObject({
  id,
  fileName: z.string(),
  participantName: z.string(),
  openedAt: time,
})
export type RecentParticipant = z.infer<typeof recentParticipantSchema>

const environmentStampSchema = z.strictObject({ id, name: z.string(), kind: environmentKindSchema })

/** Who a saved result is about, as far as known. */
export const subjectSchema = z.strictObject({ participantId: z.string(), name: z.string() })

const savedBase = {
  id,
  savedAt: time,
  environment: environmentStampSchema,
  subject: subjectSchema,
  appVersion: z.string(),
}

export const savedForecastSchema = z.strictObject({
  ...savedBase,
  kind: z.enum(['forecast', 'forecastCurrent']),
  profile: participantProfileSchema.nullable(),
  inputs: forecastInputsSchema,
  reading: forecastReadingSchema,
  communication: decodedTextSchema,
  /** How long the service took, milliseconds. */
  durationMs: z.number(),
})
export type SavedForecast = z.infer<typeof savedForecastSchema>

export const savedCaseInformationSchema = z.strictObject({
  ...savedBase,
  kind: z.literal('caseInformation'),
  inputs: caseInformationInputsSchema,
  reading: caseInformationReadingSchema,
  durationMs: z.number(),
})
export type SavedCaseInformation = z.infer<typeof savedCaseInformationSchema>

export const submissionOutcomeSchema = z.enum(['accepted', 'declined', 'rejected', 'notSent', 'inDoubt'])
export type SubmissionOutcome = z.infer<typeof submissionOutcomeSchema>

export const planRowSchema = z.strictObject({
  planId: z.string(),
  planType: z.string(),
  /** Empty for an opt-out. */
  serviceOption: z.string(),
})

export const receiptSchema = z.strictObject({
  ...savedBase,
  kind: z.literal('receipt'),
  /** Own number, for example `GP-20261120-7F3K2M`. */
  receiptNumber: z.string(),
  submissionId: id,
  operation: z.enum(['enroll', 'implement', 'optout']),
  outcome: submissionOutcomeSchema,
  /** Operating-system user who sent it. */
  user: z.string(),
  plans: z.array(planRowSchema),
  reason: z.string(),
  result: transactionResultSchema.nullable(),
  transaction: decodedTextSchema,
  forecast: forecastReadingSchema.nullable(),
  notes: z.array(readingNoteSchema),
  /** What went wrong, for every outcome but `accepted`; else empty. */
  explanation: z.string(),
  /** HTTP status; null when no answer came. */
  status: z.number().int().nullable(),
  /** Seconds to wait, when the service asked for it. */
  retryAfter: z.number().nullable(),
  sentAt: time,
  answeredAt: time.nullable(),
  /** SHA-256 of the body as sent, hexadecimal. */
  bodySha256: z.string(),
})
export type Receipt = z.infer<typeof receiptSchema>

export const libraryRecordSchema = z.discriminatedUnion('kind', [
  savedForecastSchema,
  savedCaseInformationSchema,
  receiptSchema,
])
export type LibraryRecord = z.infer<typeof libraryRecordSchema>

export const libraryItemSchema = z.strictObject({
  id,
  kind: z.enum(['forecast', 'forecastCurrent', 'caseInformation', 'receipt']),
  savedAt: time,
  environment: environmentStampSchema,
  subject: subjectSchema,
  /** One line, for example `$48,210 a year now, $56,900 revised` or `Enroll: accepted`. */
  summary: z.string(),
  /** For receipts; else null. */
  outcome: submissionOutcomeSchema.nullable(),
})
export type LibraryItem = z.infer<typeof libraryItemSchema>

export const submissionDraftSchema = z.discriminatedUnion('operation', [
  z.strictObject({
    operation: z.enum(['enroll', 'implement']),
    handle: id,
    enrollmentInfo: z.array(enrollmentInfoSchema).min(1),
    inputs: enrollInputsSchema,
    /** TransURL; SID and Cookie come from the keychain. Absent: not sent. */
    transactionUrl: z.string().optional(),
  }),
  z.strictObject({
    operation: z.literal('optout'),
    participantId: z.string().trim().min(1),
    firstName: z.string().trim().min(1),
    lastName: z.string().trim().min(1),
    optoutInfo: z.array(optoutInfoSchema).min(1),
    reason: z.string(),
    transactionUrl: z.string().optional(),
  }),
])
export type SubmissionDraft = z.infer<typeof submissionDraftSchema>

/** A submission ready to be sent, and exactly what will go. Nothing has left the machine. */
export const submissionReviewSchema = z.strictObject({
  submissionId: id,
  operation: z.enum(['enroll', 'implement', 'optout']),
  environment: environmentStampSchema,
  url: z.string(),
  subject: subjectSchema,
  plans: z.array(planRowSchema),
  /** Every field as it will go, in order; the XML and secrets are described, not repeated. */
  fields: z.array(z.strictObject({ name: z.string(), value: jsonSchema, description: z.string() })),
  /** The body as it will go, secrets masked, ParticipantXML cut short. */
  bodyPreview: z.string(),
  bodyBytes: z.number().int(),
  bodySha256: z.string(),
  /** An earlier submission of the same kind for the same participant and plans; else null. */
  earlier: z
    .strictObject({ receiptId: id, outcome: submissionOutcomeSchema, sentAt: time, operation: z.string() })
    .nullable(),
})
export type SubmissionReview = z.infer<typeof submissionReviewSchema>
