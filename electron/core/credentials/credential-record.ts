import { z } from 'zod'
import {
  credentialsInputSchema,
  transactionSecretsInputSchema,
} from '#shared/settings/environment.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Environment } from '../environments/environment.ts'
import { bindingSchema } from './binding.ts'

/**
 * What lies in the keychain: JSON in base64, because keychains cut at NUL and re-code what is not ASCII.
 *
 * `bound` is what the secret was entered for. When an environment's address, kind or ClientId is changed the secret stays unused, so
 * that nobody can lead it to another host, or take production for a test environment, by editing a setting.
 */
const boundRecordSchema = z.strictObject({
  version: z.literal(2),
  bound: bindingSchema,
  /** What the program itself has made of the environment since; absent while that is nothing. */
  changedTo: bindingSchema.optional(),
  savedAt: z.number(),
})
export type BoundRecord = z.infer<typeof boundRecordSchema>

export const credentialRecordSchema = boundRecordSchema.extend({
  credentials: credentialsInputSchema,
})
export type CredentialRecord = z.infer<typeof credentialRecordSchema>

export const transactionRecordSchema = boundRecordSchema.extend({
  /** Origin of the TransURL with which SID and Cookie may go. */
  receiver: z.string(),
  secrets: transactionSecretsInputSchema.omit({ transUrl: true }),
})
export type TransactionRecord = z.infer<typeof transactionRecordSchema>

/** Of earlier versions: bound to the address alone. */
const firstRecordSchema = z.object({
  version: z.literal(1),
  origin: z.string(),
  savedAt: z.number(),
})
const firstCredentialRecordSchema = firstRecordSchema.extend({
  credentials: credentialsInputSchema,
})

/** Base64 text for the keychain. */
export const encodeRecord = (record: BoundRecord | CredentialRecord | TransactionRecord): string =>
  Buffer.from(JSON.stringify(record), 'utf8').toString('base64')

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}

/** The record again; fails with `credentials.missing` when the entry is of another form. */
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
 * A record of the first version names the origin alone. Of an environment of kind production it is bound to that kind: no
 * kind is treated with more care. For any other nobody knows whether it was production when the secret was entered, so that
 * is asked for once more.
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
