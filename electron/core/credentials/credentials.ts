import type { z } from 'zod'
import {
  transactionSecretsInputSchema,
  type CredentialsInput,
  type EnvironmentView,
  type TransactionSecretsInput,
} from '#shared/settings/environment.ts'
import { createQueue } from '#shared/queue.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { trainingCredentials, trainingId, type Environment } from '../environments/environment.ts'
import type { Environments } from '../environments/environments.ts'
import type { Clock, KeychainPort, Logger, SecretStore } from '../ports.ts'
import { bindingOf, isLoose, whyUnused, type Binding } from './binding.ts'
import {
  credentialRecordSchema,
  decodeRecord,
  encodeRecord,
  firstCredentialRecordSchema,
  isFirstRecord,
  transactionRecordSchema,
  type CredentialRecord,
  type TransactionRecord,
} from './credential-record.ts'
import { normaliseCredentials } from './normalise.ts'
import { receiverOf } from './receiver.ts'

export interface CredentialsNeeds {
  readonly store: SecretStore
  /** Where `store` keeps things, for the screen. */
  readonly keychain: Pick<KeychainPort, 'state'>
  readonly environments: Pick<Environments, 'get'>
  /** False in the browser host. */
  readonly allowProduction: boolean
  readonly clock: Clock
  readonly logger: Logger
}

export interface SavedCredentials {
  readonly credentials: CredentialsInput
  /** When they were entered, milliseconds since 1970. */
  readonly savedAt: number
}

export interface SavedTransaction {
  readonly sid: string
  readonly cookie: string
  /** Origin of the TransURL with which they may go. */
  readonly receiver: string
}

/** Secrets per environment. `read` and `readTransaction` are for the core alone: no channel may return what they do. */
export interface Credentials {
  /** Fails with `input.invalid`, `environment.*` or `keychain.*`. */
  save(environmentId: string, input: CredentialsInput): Promise<Result<void>>
  /** Forgets the credentials and the transaction endpoint's secrets. Not having any is no failure. */
  forget(environmentId: string): Promise<Result<void>>
  /**
   * Fails with `credentials.missing` when there are none of this style, and with `credentials.elsewhere` when they were entered
   * for another address, kind or ClientId.
   */
  readonly read: (environmentId: string) => Promise<Result<SavedCredentials>>
  /** An unreachable keychain counts as `none` here, since nothing can be used; the log says why. */
  whereStored(environmentId: string): Promise<EnvironmentView['credentials']>
  /** Replaces what was there. Fails with `input.invalid`, `environment.*` or `keychain.*`. */
  saveTransaction(environmentId: string, secrets: TransactionSecretsInput): Promise<Result<void>>
  forgetTransaction(environmentId: string): Promise<Result<void>>
  /** `null` when none were saved. */
  readonly readTransaction: (environmentId: string) => Promise<Result<SavedTransaction | null>>
  /** Why what is stored for an environment is not used, in a sentence; empty where that is no other address, kind or ClientId. */
  readonly whyUnused: (environmentId: string) => Promise<string>
  /** The program itself has changed the environment: what is stored for it is told apart from a change from outside. */
  readonly noteChange: (environmentId: string) => Promise<void>
  /** Like {@link whereStored}, for SID and Cookie; those that are stored and not used count as stored. */
  whereTransactionStored(environmentId: string): Promise<EnvironmentView['transactionSecrets']>
}

const credentialsAccount = (id: string): string => `environment/${id}/credentials`
const transactionAccount = (id: string): string => `environment/${id}/transaction-endpoint`

const missing = (message: string) =>
  fail({ code: 'credentials.missing', message, advice: 'Enter the credentials under Settings.' })

const ofCredentials = {
  what: 'Its credentials were entered',
  again: 'Enter the credentials again.',
}
const ofTransaction = { what: 'SID and Cookie were entered', again: 'Enter SID and Cookie again.' }

const builtIn = () =>
  fail({ code: 'environment.locked', message: 'Training has its credentials built in.' })

export const createCredentials = (needs: CredentialsNeeds): Credentials => {
  const { store, keychain, clock, logger } = needs
  /** Whatever reads and then writes an item has it to itself. */
  const queue = createQueue()
  /** What the program itself has made of environments in this run. */
  const ours = new Map<string, Binding>()

  /** Secrets of an environment that this host may not use are neither taken nor handed out. */
  const environment = (id: string): Result<Environment> => {
    const found = needs.environments.get(id)
    if (!found.ok || found.value.unavailable === '') return found
    return fail({ code: 'environment.locked', message: found.value.unavailable })
  }

  /** Writes what `change` makes of an item, unless that is null. What cannot be written is tried again with the next read. */
  const replace = (account: string, change: (before: string) => string | null): Promise<void> =>
    queue(account, async () => {
      const item = await store.get(account)
      const after = item.ok && item.value !== null ? change(item.value) : null
      const written = after === null ? ok(undefined) : await store.set(account, after)
      if (!written.ok) logger.warn(`credentials: ${written.error.message}`)
    })

  /**
   * A record of the first version names the origin alone. Of an environment of kind production it is bound to that kind: no
   * kind is treated with more care. For any other nobody knows whether it was production when the secret was entered, so that
   * is asked for once more.
   */
  const ofThisVersion = (text: string, environment: Environment): Result<CredentialRecord> => {
    if (!isFirstRecord(text)) return decodeRecord(credentialRecordSchema, text)
    const first = decodeRecord(firstCredentialRecordSchema, text)
    if (!first.ok) return first
    const { origin, savedAt, credentials } = first.value
    if (environment.kind !== 'production') {
      return fail({
        code: 'credentials.elsewhere',
        message: `The credentials of ${environment.name} were saved by an earlier version of Glidepath, which did not keep that they are for a test environment.`,
        advice:
          'Enter them again once. From then on they are used for a test environment at this address and nowhere else.',
      })
    }
    return ok({ version: 2, bound: { origin, kind: environment.kind }, savedAt, credentials })
  }

  /**
   * An entry of an earlier version that goes where it would have gone then is used, and from now on bound to base URL and
   * ClientId as they are: nobody enters anything again for an update, and the next change is noticed.
   */
  const bindWhole = async (
    account: string,
    text: string,
    record: CredentialRecord | TransactionRecord,
    environment: Environment,
  ): Promise<void> => {
    if (!isLoose(record.bound)) return
    const whole = { ...record, bound: bindingOf(environment) }
    await replace(account, (before) => (before === text ? encodeRecord(whole) : null))
  }

  const read: Credentials['read'] = async (id) => {
    const found = environment(id)
    if (!found.ok) return found
    if (id === trainingId) return ok({ credentials: trainingCredentials, savedAt: clock.now() })
    const { name, credentialStyle } = found.value
    const item = await store.get(credentialsAccount(id))
    if (!item.ok) return item
    if (item.value === null) return missing(`There are no credentials for ${name} yet.`)
    const record = ofThisVersion(item.value, found.value)
    if (!record.ok) return record
    const { bound, changedTo, credentials, savedAt } = record.value
    const unused = whyUnused(bound, ours.get(id) ?? changedTo, found.value, ofCredentials)
    if (unused) return fail(unused)
    await bindWhole(credentialsAccount(id), item.value, record.value, found.value)
    if (credentials.style !== credentialStyle) {
      return missing(`The credentials of ${name} are of another kind than it asks for now.`)
    }
    return ok({ credentials, savedAt })
  }

  /** In its turn: a change that is being noted would otherwise write back what was forgotten meanwhile. */
  const take = (account: string): Promise<Result<void>> =>
    queue(account, () => store.delete(account))

  const forgetTransaction: Credentials['forgetTransaction'] = (id) => take(transactionAccount(id))

  const readTransaction: Credentials['readTransaction'] = async (id) => {
    const found = environment(id)
    if (!found.ok) return found
    const item = await store.get(transactionAccount(id))
    if (!item.ok) return item
    if (item.value === null) return ok(null)
    if (isFirstRecord(item.value)) {
      return fail({
        code: 'credentials.elsewhere',
        message: `SID and Cookie of ${found.value.name} were saved by an earlier version of Glidepath, which did not keep for which TransURL.`,
        advice: 'Enter them again under Settings, with their TransURL, or forget them there.',
      })
    }
    const record = decodeRecord(transactionRecordSchema, item.value)
    if (!record.ok) return record
    const { bound, changedTo, receiver, secrets } = record.value
    const unused = whyUnused(bound, ours.get(id) ?? changedTo, found.value, ofTransaction)
    if (unused) return fail(unused)
    await bindWhole(transactionAccount(id), item.value, record.value, found.value)
    return ok({ ...secrets, receiver })
  }

  const here = (): 'keychain' | 'memory' =>
    keychain.state().kind === 'system' ? 'keychain' : 'memory'

  const placeOf = (found: Result<unknown>): 'keychain' | 'memory' | 'none' => {
    if (found.ok) return found.value === null ? 'none' : here()
    if (found.error.code.startsWith('keychain.')) logger.warn(`credentials: ${found.error.message}`)
    return 'none'
  }

  /** Whether an item was entered for production; false where there is none. Fails with `keychain.*`. */
  const isOfProduction = async (
    account: string,
    schema: typeof credentialRecordSchema | typeof transactionRecordSchema,
  ): Promise<Result<boolean>> => {
    const item = await store.get(account)
    if (!item.ok) return item
    const record =
      item.value === null
        ? null
        : decodeRecord<CredentialRecord | TransactionRecord>(schema, item.value)
    return ok(record?.ok === true && record.value.bound.kind === 'production')
  }

  /** In a host without production, what was entered for production asks for no secret as a test environment either. */
  const boundToProduction = async (id: string, { name }: Environment): Promise<Result<void>> => {
    if (needs.allowProduction) return ok(undefined)
    const found = [
      await isOfProduction(credentialsAccount(id), credentialRecordSchema),
      await isOfProduction(transactionAccount(id), transactionRecordSchema),
    ]
    for (const each of found) if (!each.ok) return each
    if (!found.some((each) => each.ok && each.value)) return ok(undefined)
    return fail({
      code: 'environment.locked',
      message: `${name} was production when its secrets were entered. Production can only be used in the desktop program.`,
      advice: 'Open it in the desktop program, or forget its credentials first.',
    })
  }

  const noteIn = <T extends CredentialRecord | TransactionRecord>(
    account: string,
    schema: z.ZodType<T>,
    changedTo: Binding,
  ) =>
    replace(account, (before) => {
      const record = decodeRecord(schema, before)
      return record.ok ? encodeRecord({ ...record.value, changedTo }) : null
    })

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
      const refused = await boundToProduction(id, found.value)
      if (!refused.ok) return refused
      const bound = bindingOf(found.value)
      const record = {
        version: 2,
        bound,
        savedAt: clock.now(),
        credentials: credentials.value,
      } as const
      return queue(credentialsAccount(id), () =>
        store.set(credentialsAccount(id), encodeRecord(record)),
      )
    },

    forget: async (id) => {
      const found = id === trainingId ? builtIn() : await take(credentialsAccount(id))
      return found.ok ? forgetTransaction(id) : found
    },

    read,

    whereStored: async (id) => (id === trainingId ? 'builtIn' : placeOf(await read(id))),

    saveTransaction: async (id, secrets) => {
      const found = environment(id)
      if (!found.ok) return found
      const parsed = transactionSecretsInputSchema.safeParse(secrets)
      if (!parsed.success || Buffer.byteLength(secrets.sid + secrets.cookie) > 8192) {
        return fail({
          code: 'input.invalid',
          message: 'SID and Cookie may have 8 KB together.',
          field: 'Cookie',
        })
      }
      if (secrets.sid === '' && secrets.cookie === '') {
        return fail({
          code: 'input.invalid',
          message: 'SID and Cookie are both empty.',
          field: 'SID',
        })
      }
      const { sid, cookie, transUrl } = parsed.data
      const receiver = receiverOf(transUrl, found.value)
      if (!receiver.ok) return receiver
      const refused = await boundToProduction(id, found.value)
      if (!refused.ok) return refused
      const bound = bindingOf(found.value)
      const record = {
        version: 2,
        bound,
        receiver: receiver.value,
        savedAt: clock.now(),
        secrets: { sid, cookie },
      } as const
      return queue(transactionAccount(id), () =>
        store.set(transactionAccount(id), encodeRecord(record)),
      )
    },

    forgetTransaction,

    readTransaction,

    whyUnused: async (id) => {
      if (id === trainingId) return ''
      const found = await read(id)
      return !found.ok && found.error.code === 'credentials.elsewhere'
        ? `${found.error.message} ${found.error.advice ?? ''}`.trim()
        : ''
    },

    noteChange: async (id) => {
      const found = needs.environments.get(id)
      if (!found.ok || id === trainingId) return
      const changedTo = bindingOf(found.value)
      ours.set(id, changedTo)
      await noteIn(credentialsAccount(id), credentialRecordSchema, changedTo)
      await noteIn(transactionAccount(id), transactionRecordSchema, changedTo)
    },

    whereTransactionStored: async (id) => {
      const found = await readTransaction(id)
      // Stored for another address, kind or ClientId they are not used, and can still be forgotten.
      return !found.ok && found.error.code === 'credentials.elsewhere' ? here() : placeOf(found)
    },
  }
}
