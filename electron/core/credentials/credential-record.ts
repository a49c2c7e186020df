import { z } from 'zod'
import {
  credentialsInputSchema,
  transactionSecretsInputSchema,
} from '#shared/settings/environment.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Environment } from '../environments/environment.ts'
import { bindingSchema } from './binding.ts'

/**
 * The keychain's entry: JSON in base64, because keychains cut at NUL and re-encode text that is not ASCII.
 *
 * `bound` says what the secret was entered for. After a change of address, kind or ClientId the secret stays unused, so
 * that an edited setting cannot send it to another host, or treat production as a test environment.
 */
const boundRecordSchema = z.strictObject({
  version: z.literal(2),
  bound: bindingSchema,
  /** The program's own last change of the environment; absent if there is none. */
  changedTo: bindingSchema.optional(),
  savedAt: z.number(),
})
export type BoundRecord = z.infer<typeof boundRecordSchema>

export const credentialRecordSchema = boundRecordSchema.extend({
  credentials: credentialsInputSchema,
})
export type CredentialRecord = z.infer<typeof credentialRecordSchema>

export const transactionRecordSchema = boundRecordSchema.extend({
  /** Origin of the TransURL that SID and Cookie may go to. */
  receiver: z.string(),
  secrets: transactionSecretsInputSchema.omit({ transUrl: true }),
})
export type TransactionRecord = z.infer<typeof transactionRecordSchema>

/** Earlier versions: bound to the address alone. */
const firstRecordSchema = z.object({
  version: z.literal(1),
  origin: z.string(),
  savedAt: z.number(),
})
const firstCredentialRecordSchema = firstRecordSchema.extend({
  credentials: credentialsInputSchema,
})

/** Returns base64 text for the keychain. */
export const encodeRecord = (record: BoundRecord | CredentialRecord | TransactionRecord): string =>
  Buffer.from(JSON.stringify(record), 'utf8').toString('base64')

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}

/** Fails with `credentials.missing` if the entry has another form. */
export const decodeRecord = <T>(schema: z.ZodType<T>, text: string): Result<T> => {
  const { data } = schema.safeParse(parsed(text))
  if (data !== undefined) return ok(data)
  return fail({
    code: 'credentials.missing',
    message: 'What the keychain holds for this environment could not be read.',
    advice: 'Enter it again under Settings.',
  })
}

const isFirstRecord = (text: string): boolean => firstRecordSchema.safeParse(parsed(text)).success

const elsewhere = (message: string, advice: string) =>
  fail({ code: 'credentials.elsewhere', message, advice })

/**
 * A record of the first version names only the origin. In an environment of kind production it is bound to that kind,
 * which gets the most care. For any other kind the program asks for the secret again, because nobody knows whether the
 * environment was production when the secret was entered.
 */
export const decodeCredentials = (
  text: string,
  { kind, name }: Pick<Environment, 'kind' | 'name'>,
): Result<CredentialRecord> => {
  if (!isFirstRecord(text)) return decodeRecord(credentialRecordSchema, text)
  const first = decodeRecord(firstCredentialRecordSchema, text)
  if (!first.ok) return first
  if (kind !== 'production') {
    return elsewhere(
      `The credentials of ${name} were saved by an earlier version of Glidepath, which did not keep that they are for a test environment.`,
      'Enter them again once. From then on they are used for a test environment at this address and nowhere else.',
    )
  }
  const { origin, savedAt, credentials } = first.value
  return ok({ version: 2, bound: { origin, kind }, savedAt, credentials })
}

export const decodeTransaction = (
  text: string,
  { name }: Pick<Environment, 'name'>,
): Result<TransactionRecord> =>
  isFirstRecord(text)
    ? elsewhere(
        `SID and Cookie of ${name} were saved by an earlier version of Glidepath, which did not keep for which TransURL.`,
        'Enter them again under Settings, with their TransURL, or forget them there.',
      )
    : decodeRecord(transactionRecordSchema, text)
