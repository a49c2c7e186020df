import { z } from 'zod'
import {
  proxyCredentialsInputSchema,
  type ProxyCredentialsInput,
} from '#shared/environments/network.ts'
import { invalidField, type Result } from '#shared/result.ts'
import { parseJson } from '#shared/text/parse-json.ts'
import type { Logger, SecretStore } from '../../platform/ports.ts'

const account = 'proxy/credentials'
const recordSchema = z.strictObject({ version: z.literal(1), ...proxyCredentialsInputSchema.shape })

export const createProxyCredentials = (store: SecretStore, logger: Logger) => ({
  /** Null if no credentials can be read; the log says why. */
  read: async (): Promise<ProxyCredentialsInput | null> => {
    const item = await store.get(account)
    if (!item.ok) {
      logger.warn(`credentials of the proxy: ${item.error.message}`)
      return null
    }
    if (item.value === null) return null
    const text = Buffer.from(item.value, 'base64').toString('utf8')
    const { data = null } = recordSchema.safeParse(parseJson(text))
    if (data === null) logger.warn('what the keychain holds for the proxy could not be read')
    return data
  },
  /** Fails with `input.invalid` or `keychain.*`. */
  save: async (input: ProxyCredentialsInput): Promise<Result<void>> => {
    if (input.user.includes(':'))
      return invalidField('A user name for a proxy cannot hold a colon.', 'user')
    const text = JSON.stringify({ version: 1, ...input })
    return store.set(account, Buffer.from(text, 'utf8').toString('base64'))
  },
  forget: () => store.delete(account),
})
