import { z } from 'zod'
import type { AppError } from '#shared/errors.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import {
  credentialsInputSchema,
  environmentKindSchema,
  transactionSecretsInputSchema,
} from '#shared/environments/environment.ts'
import { parseJson } from '#shared/text/parse-json.ts'
import type { Environment } from '../environment.ts'

/**
 * The address and client that a secret may be used for, fixed when it was entered. The
 * environment's kind decides how careful the program is.
 */
const bindingSchema = z.strictObject({
  origin: z.string(),
  kind: environmentKindSchema,
  baseUrl: z.string(),
  clientId: z.string(),
})
export type Binding = z.infer<typeof bindingSchema>

/** Training's port differs at each start, so its binding omits the port. */
export const bindingOf = ({ kind, baseUrl, clientId }: Environment): Binding => ({
  origin: kind === 'training' ? kind : new URL(baseUrl).origin,
  kind,
  baseUrl: kind === 'training' ? kind : baseUrl,
  clientId,
})

const kindWords = { training: 'Training', uat: 'UAT', production: 'production' } as const

interface Difference {
  readonly part: 'address' | 'kind' | 'ClientId'
  readonly before: string
  readonly after: string
}

const differences = (bound: Binding, now: Binding): readonly Difference[] => {
  const all: readonly (Difference | false)[] = [
    (bound.origin !== now.origin || bound.baseUrl !== now.baseUrl) && {
      part: 'address',
      before: bound.baseUrl,
      after: now.baseUrl,
    },
    bound.kind !== now.kind && {
      part: 'kind',
      before: kindWords[bound.kind],
      after: kindWords[now.kind],
    },
    bound.clientId !== now.clientId && {
      part: 'ClientId',
      before: bound.clientId,
      after: now.clientId,
    },
  ]
  return all.filter((each) => each !== false)
}

const named = (part: Difference['part'], value: string) =>
  part === 'ClientId' ? `ClientId ${value}` : value

/** Joins words: `a`, `a and b`, `a, b and c`. */
const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

export interface SecretWords {
  readonly what: string
  readonly again: string
}

/**
 * Why a secret that was entered for `bound` is not used for `environment`; null if it is used.
 * `changedTo` is the binding after the program's own last change to the environment. Any other
 * difference came from outside, for example from the settings file.
 */
export const whyUnused = (
  bound: Binding,
  changedTo: Binding | undefined,
  environment: Environment,
  words: SecretWords,
): AppError | null => {
  const now = bindingOf(environment)
  const found = differences(bound, now)
  if (found.length === 0) return null
  const { name } = environment
  const part = listed(found.map((each) => each.part))
  const isOurs = changedTo !== undefined && differences(changedTo, now).length === 0
  const say = (when: 'before' | 'after') =>
    listed(found.map((each) => (isOurs ? named(each.part, each[when]) : each[when])))
  const [before, after] = [say('before'), say('after')]
  const [was, is] = found.length === 1 ? ['was', 'is'] : ['were', 'are']
  return {
    code: 'credentials.elsewhere',
    message: isOurs
      ? `${words.what} for ${before}, and ${name} ${part === 'ClientId' ? 'has' : 'is'} ${after} now. They were not used.`
      : `${name} was changed outside Glidepath: its ${part} ${was} ${before} when ${words.what.charAt(0).toLowerCase()}${words.what.slice(1)}, and ${is} ${after} now. They were not used.`,
    advice: isOurs
      ? words.again
      : `Look at it under Settings. If it is wrong, change it back. If it is right: ${words.again}`,
  }
}

/**
 * The keychain's entry: JSON in base64, because keychains cut at NUL and re-encode text that is not ASCII.
 *
 * `bound` says what the secret was entered for. After a change of address, kind or ClientId the
 * secret is not used, so an edited setting cannot send it to another host or make production look
 * like a test environment.
 */
const boundRecordSchema = z.strictObject({
  version: z.literal(2),
  bound: bindingSchema,
  /**
   * The binding after the program's own last change to the environment; absent if there is none.
   */
  changedTo: bindingSchema.optional(),
  /** Time of entry, milliseconds since 1970. */
  savedAt: z.number(),
})
export type BoundRecord = z.infer<typeof boundRecordSchema>

export const credentialRecordSchema = boundRecordSchema.extend({
  credentials: credentialsInputSchema,
})
export type CredentialRecord = z.infer<typeof credentialRecordSchema>

export const transactionRecordSchema = boundRecordSchema.extend({
  /** The origin of the TransURL that may receive SID and Cookie. */
  receiver: z.string(),
  secrets: transactionSecretsInputSchema.omit({ transUrl: true }),
})
export type TransactionRecord = z.infer<typeof transactionRecordSchema>

/** Returns base64 text for the keychain. */
export const encodeRecord = (record: BoundRecord | CredentialRecord | TransactionRecord): string =>
  Buffer.from(JSON.stringify(record), 'utf8').toString('base64')

/** Fails with `credentials.missing` if the entry does not have this form. */
export const decodeRecord = <T>(schema: z.ZodType<T>, text: string): Result<T> => {
  const { data } = schema.safeParse(parseJson(Buffer.from(text, 'base64').toString('utf8')))
  if (data !== undefined) return ok(data)
  return fail({
    code: 'credentials.missing',
    message: 'What the keychain holds for this environment could not be read.',
    advice: 'Enter it again under Settings.',
  })
}
