import { z } from 'zod'
import {
  credentialsInputSchema,
  transactionSecretsInputSchema,
} from '#shared/settings/environment.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { bindingSchema } from './binding.ts'

/**
 * What lies in the keychain: JSON in base64, because keychains cut at NUL and re-code what is not ASCII.
 *
 * `bound` is what the secret was entered for. When an environment's address, kind or ClientId is changed the secret stays unused, so
 * that nobody can lead it to another host, or take production for a test environment, by editing a setting.
 */
const bound = {
  version: z.literal(2),
  bound: bindingSchema,
  /** What the program itself has made of the environment since; absent while that is nothing. */
  changedTo: bindingSchema.optional(),
  savedAt: z.number(),
}

export const credentialRecordSchema = z.strictObject({
  ...bound,
  credentials: credentialsInputSchema,
})
export type CredentialRecord = z.infer<typeof credentialRecordSchema>

export const transactionRecordSchema = z.strictObject({
  ...bound,
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
export const firstCredentialRecordSchema = firstRecordSchema.extend({
  credentials: credentialsInputSchema,
})

/** Base64 text for the keychain. */
export const encodeRecord = (record: CredentialRecord | TransactionRecord): string =>
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

/** Whether an entry is one of an earlier version. */
export const isFirstRecord = (text: string): boolean =>
  firstRecordSchema.safeParse(parsed(text)).success
