import {
  transactionSecretsInputSchema,
  type CredentialsInput,
  type EnvironmentView,
  type KeychainState,
  type TransactionSecretsInput,
} from '#shared/ipc/views.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { trainingCredentials, trainingId, type Environment } from '../environments/environment.ts'
import type { Clock, Logger, SecretStore } from '../ports.ts'
import {
  credentialRecordSchema,
  decodeRecord,
  encodeRecord,
  transactionRecordSchema,
} from './credential-record.ts'
import { normaliseCredentials } from './normalise.ts'

export interface CredentialsNeeds {
  readonly store: SecretStore
  /** Where `store` keeps things, for the screen. */
  readonly keychain: () => KeychainState
  readonly environment: (id: string) => Result<Environment>
  readonly clock: Clock
  readonly logger: Logger
}

export interface SavedCredentials {
  readonly credentials: CredentialsInput
  /** When they were entered, milliseconds since 1970. */
  readonly savedAt: number
}

/** Secrets per environment. `read` and `readTransaction` are for the core alone: no channel may return what they do. */
export interface Credentials {
  /** Fails with `input.invalid`, `environment.*` or `keychain.*`. */
  save(environmentId: string, input: CredentialsInput): Promise<Result<void>>
  /** Forgets the credentials and the transaction endpoint's secrets. Not having any is no failure. */
  forget(environmentId: string): Promise<Result<void>>
  /** Fails with `credentials.missing` when there are none for this address and style. */
  readonly read: (environmentId: string) => Promise<Result<SavedCredentials>>
  /** An unreachable keychain counts as `none` here, since nothing can be used; the log says why. */
  whereStored(environmentId: string): Promise<EnvironmentView['credentials']>
  /** Replaces what was there. Fails with `input.invalid`, `environment.*` or `keychain.*`. */
  saveTransaction(environmentId: string, secrets: TransactionSecretsInput): Promise<Result<void>>
  forgetTransaction(environmentId: string): Promise<Result<void>>
  /** `null` when none were saved. */
  readonly readTransaction: (environmentId: string) => Promise<Result<TransactionSecretsInput | null>>
  /** Like {@link whereStored}, for SID and Cookie. */
  whereTransactionStored(environmentId: string): Promise<EnvironmentView['transactionSecrets']>
}

const credentialsAccount = (id: string): string => `environment/${id}/credentials`
const transactionAccount = (id: string): string => `environment/${id}/transaction-endpoint`

const missing = (message: string) =>
  fail({ code: 'credentials.missing', message, advice: 'Enter the credentials under Settings.' })

const originOf = (environment: Environment): string => new URL(environment.baseUrl).origin

const builtIn = () => fail({ code: 'environment.locked', message: 'Training has its credentials built in.' })

export const createCredentials = (needs: CredentialsNeeds): Credentials => {
  const { store, keychain, clock, logger } = needs

  /** Secrets of an environment that this host may not use are neither taken nor handed out. */
  const environment = (id: string): Result<Environment> => {
    const found = needs.environment(id)
    if (!found.ok || found.value.unavailable === '') return found
    return fail({ code: 'environment.locked', message: found.value.unavailable })
  }

  const read: Credentials['read'] = async (id) => {
    const found = environment(id)
    if (!found.ok) return found
    if (id === trainingId) return ok({ credentials: trainingCredentials, savedAt: clock.now() })
    const { name, credentialStyle } = found.value
    const item = await store.get(credentialsAccount(id))
    if (!item.ok) return item
    if (item.value === null) return missing(`There are no credentials for ${name} yet.`)
    const record = decodeRecord(credentialRecordSchema, item.value)
    if (!record.ok) return record
    const { origin, credentials, savedAt } = record.value
    if (origin !== originOf(found.value)) {
      return missing(`The address of ${name} has changed since its credentials were entered.`)
    }
    if (credentials.style !== credentialStyle) {
      return missing(`The credentials of ${name} are of another kind than it asks for now.`)
    }
    return ok({ credentials, savedAt })
  }

  const forgetTransaction: Credentials['forgetTransaction'] = (id) => store.delete(transactionAccount(id))

  const readTransaction: Credentials['readTransaction'] = async (id) => {
    const found = environment(id)
    if (!found.ok) return found
    const item = await store.get(transactionAccount(id))
    if (!item.ok) return item
    if (item.value === null) return ok(null)
    const record = decodeRecord(transactionRecordSchema, item.value)
    if (!record.ok) return record
    const origin = id === trainingId ? trainingId : originOf(found.value)
    return record.value.origin === origin
      ? ok(record.value.secrets)
      : missing(`The address of ${found.value.name} has changed since SID and Cookie were entered.`)
  }

  const placeOf = (found: Result<unknown>): 'keychain' | 'session' | 'none' => {
    if (found.ok) return found.value === null ? 'none' : keychain().kind === 'system' ? 'keychain' : 'session'
    if (found.error.code.startsWith('keychain.')) logger.warn(`credentials: ${found.error.message}`)
    return 'none'
  }

  return {
    save: async (id, input) => {
      const found = environment(id)
      if (!found.ok) return found
      if (id === trainingId) return builtIn()
      if (input.style !== found.value.credentialStyle) {
        return fail({
          code: 'input.invalid',
          message: `${found.value.name} asks for credentials of another kind.`,
          advice: 'Save the environment with the new kind first.',
          field: 'style',
        })
      }
      const credentials = normaliseCredentials(input)
      if (!credentials.ok) return credentials
      const record = {
        version: 1,
        origin: originOf(found.value),
        savedAt: clock.now(),
        credentials: credentials.value,
      } as const
      return store.set(credentialsAccount(id), encodeRecord(record))
    },

    forget: async (id) => {
      const found = id === trainingId ? builtIn() : await store.delete(credentialsAccount(id))
      return found.ok ? forgetTransaction(id) : found
    },

    read,

    whereStored: async (id) => (id === trainingId ? 'builtIn' : placeOf(await read(id))),

    saveTransaction: async (id, secrets) => {
      const found = environment(id)
      if (!found.ok) return found
      const parsed = transactionSecretsInputSchema.safeParse(secrets)
      if (!parsed.success || Buffer.byteLength(secrets.sid + secrets.cookie) > 8192) {
        return fail({ code: 'input.invalid', message: 'SID and Cookie may have 8 KB together.', field: 'Cookie' })
      }
      if (secrets.sid === '' && secrets.cookie === '') {
        return fail({ code: 'input.invalid', message: 'SID and Cookie are both empty.', field: 'SID' })
      }
      const origin = id === trainingId ? trainingId : originOf(found.value)
      const record = { version: 1, origin, savedAt: clock.now(), secrets: parsed.data } as const
      return store.set(transactionAccount(id), encodeRecord(record))
    },

    forgetTransaction,

    readTransaction,
    whereTransactionStored: async (id) => placeOf(await readTransaction(id)),
  }
}
