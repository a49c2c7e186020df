import { z } from 'zod'
import { readAsSchema } from '../express/read-as.ts'

/** Environments and their sessions with the service. Only incoming schemas have fields for secrets. */

const id = z.string().min(1)
const time = z.iso.datetime()

export const environmentKindSchema = z.enum(['training', 'uat', 'production'])
export type EnvironmentKind = z.infer<typeof environmentKindSchema>

/** How the client proves itself to the token endpoint; `accessToken` is a token pasted by hand. */
export const credentialStyleSchema = z.enum(['bearer', 'basic', 'form', 'accessToken'])
export type CredentialStyle = z.infer<typeof credentialStyleSchema>

/** A sentence if the service's token lifetime needs attention, for example none at all. */
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

/** Time limits for an environment, and how many calls it gets at once. Absent values have their default. */
export const callLimitsSchema = z
  .strictObject({
    /** Until the connection is established. */
    connectSeconds: seconds(1, 120).default(10),
    /** Until the answer begins. */
    headersSeconds: seconds(5, 900).default(120),
    /** For one call as a whole. */
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

/** Limits of an environment without its own. */
export const defaultLimits: CallLimits = callLimitsSchema.parse({})

/** An environment as it was when a result was made there. */
export const environmentStampSchema = z.strictObject({
  id,
  name: z.string(),
  kind: environmentKindSchema,
  /** As in {@link environmentViewSchema} at that time; absent in results of earlier versions. */
  place: z.string().optional(),
})
export type EnvironmentStamp = z.infer<typeof environmentStampSchema>

/** What a person may leave as usual. */
export const environmentChoices = {
  /** Absent: the program's defaults. */
  limits: callLimitsSchema.optional(),
  /** Whether its service takes files with several participants. Absent: only files of one. */
  takesSeveral: z.boolean().optional(),
  /** SID and Cookie are sent as empty text beside TransURL if they are not stored; absent: they are left out. */
  emptySession: z.boolean().optional(),
  /** Absent: all a year. */
  readAs: readAsSchema.optional(),
}

/** A person's entries for an environment. */
export const environmentInputSchema = z.strictObject({
  /** Absent for a new one. */
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
  /** Empty while the training service is off. */
  baseUrl: z.string(),
  clientId: z.string(),
  credentialStyle: credentialStyleSchema,
  /** Changes once its calls would go elsewhere. */
  place: z.string(),
  /** The place of the credentials; `builtIn` for Training. */
  credentials: z.enum(['builtIn', 'keychain', 'memory', 'none']),
  /** The place of SID and Cookie for TransactionHTTPEndpoint. */
  transactionSecrets: z.enum(['keychain', 'memory', 'none']),
  ...environmentChoices,
  /** Why stored credentials are not used, in a sentence; absent if they are, or if none are stored. */
  whyUnused: z.string().optional(),
  /** Provided by an administrator: name, address and ClientId cannot be edited. */
  managed: z.boolean(),
  /** Why this host cannot use the environment, for example production in the browser host; else empty. */
  unavailable: z.string(),
  /** Characters of a name in the settings file that is shown cut; absent for any other. */
  nameLength: z.int().optional(),
  token: tokenStateSchema,
})
export type EnvironmentView = z.infer<typeof environmentViewSchema>

/**
 * The environment on screen when a person asked for something that leaves the program; fails with `environment.other`
 * if it has changed.
 */
export const destinationSchema = z.strictObject({
  environmentId: id,
  /** From {@link environmentViewSchema}: the same environment with another address is another destination. */
  place: z.string(),
  /** For the sentence that refuses it. */
  name: z.string().max(200),
})
export type Destination = z.infer<typeof destinationSchema>

/** Incoming secrets; they never come back. */
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

/** Incoming SID and Cookie of a record-keeper's session; together at most 8 KB, which main checks in bytes. */
export const transactionSecretsInputSchema = z.strictObject({
  sid: z.string().max(8192),
  cookie: z.string().max(8192),
  /** The TransURL they belong to; no other origin gets them. */
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
