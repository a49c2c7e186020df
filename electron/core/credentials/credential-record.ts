import { z } from 'zod'
import { credentialsInputSchema, transactionSecretsInputSchema } from '#shared/ipc/views.ts'
import { fail, ok, type Result } from '#shared/result.ts'

/**
 * What lies in the keychain: JSON in base64, because keychains cut at NUL and re-code what is not ASCII.
 *
 * `origin` is where the secret may be sent. When an environment's address is changed the secret stays unused, so that
 * nobody can lead it to another host by editing a setting.
 */
const bound = { version: z.literal(1), origin: z.string(), savedAt: z.number() }

export const credentialRecordSchema = z.strictObject({ ...bound, credentials: credentialsInputSchema })
export type CredentialRecord = z.infer<typeof credentialRecordSchema>

export const transactionRecordSchema = z.strictObject({ ...bound, secrets: transactionSecretsInputSchema })
export type TransactionRecord = z.infer<typeof transactionRecordSchema>

/** Base64 text for the keychain. */
export const encodeRecord = (record: CredentialRecord | TransactionRecord): string =>
  Buffer.from(JSON.stringify(record), 'utf8').toString('base64')

/** The record again; fails with `credentials.missing` when the entry is of another form. */
export const decodeRecord = <T>(schema: z.ZodType<T>, text: string): Result<T> => {
  try {
    return ok(schema.parse(JSON.parse(Buffer.from(text, 'base64').toString('utf8'))))
  } catch {
    return fail({
      code: 'credentials.missing',
      message: 'What the keychain holds for this environment could not be read.',
      advice: 'Enter the credentials again under Settings.',
    })
  }
}
