import { z } from 'zod'
import { readAsSchema } from '../express/read-as.ts'
import { refusalsSchema } from './refusals.ts'

/**
 * Environments and their sessions with the service. Only schemas for input have fields for secrets.
 */

const id = z.string().min(1)
const time = z.iso.datetime()

export const environmentKindSchema = z.enum(['training', 'uat', 'production'])
export type EnvironmentKind = z.infer<typeof environmentKindSchema>

/** How the client proves itself to the token endpoint; `accessToken` is a token pasted by hand. */
export const credentialStyleSchema = z.enum(['bearer', 'basic', 'form', 'accessToken'])
export type CredentialStyle = z.infer<typeof credentialStyleSchema>

/** A sentence if the token's lifetime needs attention, for example because the service gave none. */
const remark = z.string().optional()

const tokenStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('valid'),
    obtainedAt: time,
    validUntil: time,
    /** Seconds left at the time of reading. */
    secondsLeft: z.number(),
    remark,
  }),
  z.strictObject({ kind: z.literal('expired'), validUntil: time, remark }),
])
export type TokenState = z.infer<typeof tokenStateSchema>

const seconds = (least: number, most: number) => z.number().min(least).max(most)

/**
 * Time limits for an environment, and how many service calls it may get at once. A missing value
 * means the default.
 */
export const callLimitsSchema = z
  .strictObject({
    /** Limit until the connection is established. */
    connectSeconds: seconds(1, 120).default(10),
    /** Limit until the answer begins. */
    headersSeconds: seconds(5, 900).default(120),
    /** Limit for one service call as a whole. */
    totalSeconds: seconds(5, 1800).default(180),
    callsAtOnce: z.int().min(1).max(16).default(4),
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

/** The limits for an environment that does not set any. */
export const defaultLimits: CallLimits = callLimitsSchema.parse({})

/** An environment as it was when a result was made. */
export const environmentStampSchema = z.strictObject({
  id,
  name: z.string(),
  kind: environmentKindSchema,
  /** The `place` of {@link environmentViewSchema} at that time; absent in a call, and in a receipt that replaces a lost one. */
  place: z.string().optional(),
})
export type EnvironmentStamp = z.infer<typeof environmentStampSchema>

/** The settings that an administrator or user may leave at their defaults. */
export const environmentChoices = {
  /** Absent means the program's defaults. */
  limits: callLimitsSchema.optional(),
  /**
   * True if the service accepts files with several participants. Absent means that it accepts only
   * one participant per file.
   */
  takesSeveral: z.boolean().optional(),
  /**
   * True to send SID and Cookie as empty text with TransURL if they are not stored; absent means
   * that they are left out.
   */
  emptySession: z.boolean().optional(),
  /** Further shapes of an answer that prove a refusal; absent means none. */
  refusals: refusalsSchema.optional(),
  /** Absent means that every amount is for a year. */
  readAs: readAsSchema.optional(),
}

/** The fields that a user enters for an environment. */
export const environmentInputSchema = z.strictObject({
  /** Absent for a new environment. */
  id: id.optional(),
  name: z.string().trim().min(1).max(80),
  kind: z.enum(['uat', 'production']),
  baseUrl: z.string().trim().min(1).max(2000),
  clientId: z.string().trim().min(1).max(200),
  credentialStyle: credentialStyleSchema,
  ...environmentChoices,
})
export type EnvironmentInput = z.infer<typeof environmentInputSchema>

export const environmentViewSchema = z.strictObject({
  id,
  name: z.string(),
  kind: environmentKindSchema,
  /** For Training, empty while its service is not running. */
  baseUrl: z.string(),
  clientId: z.string(),
  credentialStyle: credentialStyleSchema,
  /** A digest that changes when service calls would be sent elsewhere. */
  place: z.string(),
  /** Where the credentials are stored; `builtIn` for Training. */
  credentials: z.enum(['builtIn', 'keychain', 'memory', 'none']),
  /** Where SID and Cookie for TransactionHTTPEndpoint are stored. */
  transactionSecrets: z.enum(['keychain', 'memory', 'none']),
  ...environmentChoices,
  /** A sentence about why stored credentials are not used; absent if they are used, or if none are stored. */
  whyUnused: z.string().optional(),
  /** Provided by an administrator: name, address and ClientId cannot be edited. */
  managed: z.boolean(),
  /** Why this host cannot use the environment, for example production in the browser host; otherwise empty. */
  unavailable: z.string(),
  /**
   * The original length in characters if a name in the settings file is cut for display; otherwise
   * absent.
   */
  nameLength: z.int().optional(),
  token: tokenStateSchema,
})
export type EnvironmentView = z.infer<typeof environmentViewSchema>

/**
 * The environment that was on screen when the user started a service call. The request fails with
 * `environment.other` if that environment has changed.
 */
export const destinationSchema = z.strictObject({
  environmentId: id,
  /**
   * As in {@link environmentViewSchema}. The same environment with another address is another
   * destination.
   */
  place: z.string(),
  /** The environment's name, for the error message if the request is refused. */
  name: z.string().max(200),
})
export type Destination = z.infer<typeof destinationSchema>

/** Secrets that the user enters; no channel returns them. */
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

/**
 * The SID and Cookie of a recordkeeper's session, as the user enters them. Together they may have
 * at most 8 KB, which main checks.
 */
export const transactionSecretsInputSchema = z.strictObject({
  sid: z.string().max(8192),
  cookie: z.string().max(8192),
  /** The TransURL that SID and Cookie belong to; neither is sent to another origin. */
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
