import { z } from 'zod'
import { reportSettingsSchema } from '../report/report-settings.ts'

/** Environments, their session, and the program's own state, as main shows them. No schema here has room for a secret. */

const time = z.iso.datetime()
const id = z.string().min(1)

export const environmentKindSchema = z.enum(['training', 'uat', 'production'])
export type EnvironmentKind = z.infer<typeof environmentKindSchema>

/** How the client proves itself to the token endpoint; `accessToken` is a token pasted by hand. */
export const credentialStyleSchema = z.enum(['bearer', 'basic', 'form', 'accessToken'])
export type CredentialStyle = z.infer<typeof credentialStyleSchema>

const keychainStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('system') }),
  z.strictObject({
    kind: z.literal('session'),
    reason: z.enum(['moduleMissing', 'unavailable', 'locked', 'timeout']),
    /** One sentence with the missing piece, fit to follow "Kept for this session only, because …". */
    message: z.string(),
  }),
])
export type KeychainState = z.infer<typeof keychainStateSchema>

/** A sentence where the service told a lifetime that a person has to know of, for example none at all. */
const remark = z.string().optional()

const tokenStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('valid'),
    obtainedAt: time,
    validUntil: time,
    /** Seconds left when this was read. */
    secondsLeft: z.number(),
    remark,
  }),
  z.strictObject({ kind: z.literal('expired'), validUntil: time, remark }),
])
export type TokenState = z.infer<typeof tokenStateSchema>

const seconds = (least: number, most: number) => z.number().min(least).max(most)

/** How patient the program is with an environment, and how much it asks of it at once. What is absent has its default. */
export const callLimitsSchema = z
  .strictObject({
    /** Until a connection stands. */
    connectSeconds: seconds(1, 120).default(10),
    /** Until the answer begins. */
    headersSeconds: seconds(5, 900).default(120),
    /** For one call as a whole. */
    totalSeconds: seconds(5, 1800).default(180),
    callsAtOnce: z.number().int().min(1).max(16).default(4),
  })
  .refine(
    ({ connectSeconds, headersSeconds, totalSeconds }) =>
      totalSeconds >= Math.max(connectSeconds, headersSeconds),
    {
      message: 'a whole call cannot have less time than its parts',
      path: ['totalSeconds'],
    },
  )
export type CallLimits = z.infer<typeof callLimitsSchema>

/** Of a year, or of a month. */
const periodSchema = z.enum(['year', 'month'])

/** What a service means by amounts for which the specification shows no unit. It is our reading, so a person may change it. */
export const readAsSchema = z.strictObject({
  sustainableIncome: periodSchema.default('year'),
  incomeGoal: periodSchema.default('year'),
  socialSecurity: periodSchema.default('year'),
  caseAmount: periodSchema.default('year'),
  incomeSources: periodSchema.default('year'),
  savingsDollars: periodSchema.default('year'),
  /** Of requests, but Case information's, for which the specification says a year. */
  salary: periodSchema.default('year'),
  pensionAmount: periodSchema.default('year'),
  /** Whether PenaltyAmount of Case information is off Amount already, or is still on it. */
  casePenalty: z.enum(['off', 'stillOn']).default('off'),
  /**
   * Percent a year by which Amount of Case information rises up to the first year of the pension that it is entered as; 0 where
   * Amount is in dollars of that year. The default is the long-range assumption of the Social Security trustees.
   */
  casePriceGrowth: z.number().min(0).max(20).default(2.4),
  /** Whether amounts of an answer over the ages are in dollars of today, or of the year in which they fall. */
  dollarsOf: z.enum(['notSaid', 'today', 'year']).default('notSaid'),
  /** Percent a year by which prices rise between the two. */
  priceGrowth: z.number().min(0).max(20).default(2.4),
})
export type ReadAs = z.infer<typeof readAsSchema>
/** The settings of {@link ReadAs} that are a period. */
export type ReadAsField = Exclude<
  keyof ReadAs,
  'casePenalty' | 'casePriceGrowth' | 'dollarsOf' | 'priceGrowth'
>
export type Period = ReadAs[ReadAsField]

/** The amounts of {@link readAsSchema} by the service's own names, and whether they come in an answer or go in a request. */
export const readAsFields = [
  { key: 'sustainableIncome', name: 'SustainableRetirementIncome', goes: false },
  { key: 'incomeGoal', name: 'NetRetirementIncomeGoal', goes: false },
  { key: 'socialSecurity', name: 'SocialSecurity of a strategy', goes: false },
  { key: 'incomeSources', name: 'IncomeSources and Taxes', goes: false },
  { key: 'savingsDollars', name: 'DollarAmount of savings', goes: false },
  { key: 'caseAmount', name: 'Amount of Case information', goes: false },
  { key: 'salary', name: 'Salary of a request', goes: true },
  { key: 'pensionAmount', name: 'Amount of PensionTypes', goes: true },
] as const satisfies readonly { key: ReadAsField; name: string; goes: boolean }[]

/** What a person enters for an environment. */
export const environmentInputSchema = z.strictObject({
  /** Absent for a new one. */
  id: id.optional(),
  name: z.string().trim().min(1).max(80),
  kind: z.enum(['uat', 'production']),
  baseUrl: z.string().trim().min(1).max(2000),
  clientId: z.string().trim().min(1).max(200),
  credentialStyle: credentialStyleSchema,
  /** Absent: the program's defaults. */
  limits: callLimitsSchema.optional(),
  /** Whether its service takes files with several participants. Absent: files of one participant only. */
  takesSeveral: z.boolean().optional(),
  /** SID and Cookie go as empty text beside TransURL where they are not stored; absent: they are left out. */
  emptySession: z.boolean().optional(),
  /** Absent: all a year. */
  readAs: readAsSchema.optional(),
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
  /** Another text once its calls would go elsewhere. */
  place: z.string(),
  /** Where the credentials are; `builtIn` for Training. */
  credentials: z.enum(['builtIn', 'keychain', 'session', 'none']),
  /** Where SID and Cookie for TransactionHTTPEndpoint are. */
  transactionSecrets: z.enum(['keychain', 'session', 'none']),
  /** Absent: the program's defaults. */
  limits: callLimitsSchema.optional(),
  /** Whether its service takes files with several participants. Absent: files of one participant only. */
  takesSeveral: z.boolean().optional(),
  /** As in {@link environmentInputSchema}. */
  emptySession: z.boolean().optional(),
  /** Why stored credentials are not used, in a sentence; absent where they are, or where none are stored. */
  whyUnused: z.string().optional(),
  /** Absent: all a year. */
  readAs: readAsSchema.optional(),
  /** Handed out by an administrator: name, address and ClientId cannot be edited. */
  managed: z.boolean(),
  /** Why this environment cannot be used in this host, for example production in the browser host; else empty. */
  unavailable: z.string(),
  /** Characters of a name in the settings file that was too long and is shown cut; absent for any other. */
  nameLength: z.number().int().optional(),
  token: tokenStateSchema,
})
export type EnvironmentView = z.infer<typeof environmentViewSchema>

/** The environment that was on screen when a person asked for something that leaves, as it was then. */
export const destinationSchema = z.strictObject({
  environmentId: id,
  /** Of {@link environmentViewSchema}: the same environment with another address is another destination. */
  place: z.string(),
  /** For the sentence that refuses it. */
  name: z.string().max(200),
})
export type Destination = z.infer<typeof destinationSchema>

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

/** SID and Cookie of a record-keeper's session, on their way in; together at most 8 KB, which main checks in bytes. */
export const transactionSecretsInputSchema = z.strictObject({
  sid: z.string().max(8192),
  cookie: z.string().max(8192),
  /** The TransURL they are for; they go with no other origin. */
  transUrl: z.string().max(2000),
})
export type TransactionSecretsInput = z.infer<typeof transactionSecretsInputSchema>

export const connectionTestSchema = z.strictObject({
  ok: z.boolean(),
  steps: z.array(
    z.strictObject({
      name: z.string(),
      outcome: z.enum(['passed', 'failed', 'notRun']),
      detail: z.string(),
    }),
  ),
})
export type ConnectionTest = z.infer<typeof connectionTestSchema>

export const settingsSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  activeEnvironmentId: id,
  /** Income is enough from this share of salary, percent, where neither advisor nor service names a need. A rule of ours. */
  onTrackShare: z.number().min(1).max(200),
  /** Percentile that stands for typical markets. */
  headlinePercentile: z.number().min(0).max(100),
  /** Percentile that stands for poor markets; good ones mirror it. The verdict is about these. */
  cautiousPercentile: z.number().min(0).max(49),
  /** Where a forecast runs by itself once what it is run with has changed. */
  runOnChange: z.enum(['exceptProduction', 'always', 'never']),
  /** The same submission within this many days needs a reason; 0 never asks. */
  duplicateGuardDays: z.number().int().min(0).max(3650),
  /** Years that the activity log is kept; whole years of it go after that. */
  activityYears: z.number().int().min(1).max(100),
  /** Whether a receipt hides all but the last four characters of identifiers until somebody asks to see them. */
  maskIdentifiers: z.boolean(),
  /** Without input for this long the session locks, where a passphrase is set; 0 never. */
  lockAfterMinutes: z.number().int().min(0).max(1440),
  /** What stands on clients' reports. */
  report: reportSettingsSchema,
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
  /** What of the settings, or of what the program was started with, cannot be used, in sentences; absent: all can. */
  notices: z.array(z.string()).optional(),
  /** Sentences on the computer's clock where it can hardly be right; absent or empty: it may be. */
  clock: z.string().optional(),
})
export type AppInfo = z.infer<typeof appInfoSchema>
