import { fail, invalidField, ok, type Result } from '#shared/result.ts'
import {
  type CredentialsInput,
  type EnvironmentView,
  type TransactionSecretsInput,
  transactionSecretsInputSchema,
} from '#shared/environments/environment.ts'
import { type Environment, hasUnseen, trainingCredentials, trainingId } from '../environment.ts'
import type { Environments } from '../environments.ts'
import type {
  Clock,
  KeychainPort,
  Logger,
  SecretStore,
  TrainingService,
} from '../../platform/ports.ts'
import {
  type Binding,
  bindingOf,
  type CredentialRecord,
  credentialRecordSchema,
  type TransactionRecord,
  transactionRecordSchema,
} from './credential-record.ts'
import { type BoundSecretNeeds, createBoundSecret } from './bound-secret.ts'
import { receiverOf } from './receiver.ts'

const headerValue = /^[\x21-\x7e]+$/

/**
 * Removes the blanks and line ends that come with pasting, and "Bearer " before a bearer value. Fails with
 * `input.invalid` if a value cannot be sent in a header.
 */
const normaliseCredentials = (input: CredentialsInput): Result<CredentialsInput> => {
  if (input.style === 'bearer' || input.style === 'accessToken') {
    const value = input.value.trim().replace(/^bearer\s+/i, '')
    return headerValue.test(value)
      ? ok({ style: input.style, value })
      : invalidField(
          'The value holds blanks, line ends or letters that cannot be sent; paste it again whole.',
          'value',
        )
  }
  const clientId = input.clientId.trim()
  const clientSecret = input.clientSecret.trim()
  if (clientId === '') return invalidField('The client id is empty.', 'clientId')
  if (clientSecret === '') return invalidField('The client secret is empty.', 'clientSecret')
  for (const [what, field, value] of [
    ['client id', 'clientId', clientId],
    ['client secret', 'clientSecret', clientSecret],
  ] as const)
    if (hasUnseen(value) || /[^\S ]/.test(value))
      return invalidField(
        `The ${what} has an invisible character or an unusual blank in it. Type it by hand.`,
        field,
      )
  return ok({ style: input.style, clientId, clientSecret })
}

interface CredentialsNeeds {
  readonly store: SecretStore
  /** Says where `store` keeps entries, for the screen. */
  readonly keychain: Pick<KeychainPort, 'state'>
  readonly environments: Pick<Environments, 'get'>
  /** False in the browser host. */
  readonly allowProduction: boolean
  readonly training: Pick<TrainingService, 'secret'>
  readonly clock: Clock
  readonly logger: Logger
}

type SavedCredentials = Pick<CredentialRecord, 'credentials' | 'savedAt'>

export type SavedTransaction = TransactionRecord['secrets'] & Pick<TransactionRecord, 'receiver'>

const missing = (message: string) =>
  fail({ code: 'credentials.missing', message, advice: 'Enter the credentials under Settings.' })

const builtIn = fail({
  code: 'environment.locked',
  message: 'Training has its credentials built in.',
})

const checkCredentials = (input: CredentialsInput, { id, name, credentialStyle }: Environment) => {
  if (id === trainingId) return builtIn
  if (input.style !== credentialStyle) {
    return fail({
      code: 'input.invalid',
      message: `${name} asks for credentials of another kind.`,
      advice: 'Save the environment with the new kind first.',
      field: 'style',
    })
  }
  const credentials = normaliseCredentials(input)
  return credentials.ok ? ok({ credentials: credentials.value }) : credentials
}

const isElsewhere = (found: Result<unknown>) =>
  !found.ok && found.error.code === 'credentials.elsewhere'

const checkTransaction = (input: TransactionSecretsInput, environment: Environment) => {
  const parsed = transactionSecretsInputSchema.safeParse(input)
  if (!parsed.success || Buffer.byteLength(input.sid + input.cookie) > 8192)
    return invalidField('SID and Cookie may have 8 KB together.', 'Cookie')
  if (input.sid === '' && input.cookie === '')
    return invalidField('SID and Cookie are both empty.', 'SID')
  const { sid, cookie, transUrl } = parsed.data
  const receiver = receiverOf(transUrl, environment)
  return receiver.ok ? ok({ receiver: receiver.value, secrets: { sid, cookie } }) : receiver
}

const createSecrets = (needs: BoundSecretNeeds) => ({
  credentials: createBoundSecret<CredentialRecord>(needs, {
    name: 'credentials',
    schema: credentialRecordSchema,
    words: { what: 'Its credentials were entered', again: 'Enter the credentials again.' },
  }),
  transaction: createBoundSecret<TransactionRecord>(needs, {
    name: 'transaction-endpoint',
    schema: transactionRecordSchema,
    words: { what: 'SID and Cookie were entered', again: 'Enter SID and Cookie again.' },
  }),
})

/**
 * True if a stored secret was entered for production. A host without production refuses it, even if
 * the environment is now a test environment.
 */
const boundToProduction = async (
  { credentials, transaction }: ReturnType<typeof createSecrets>,
  { id, name }: Environment,
): Promise<Result<void>> => {
  const found = [await credentials.isOfProduction(id), await transaction.isOfProduction(id)]
  for (const each of found) if (!each.ok) return each
  if (!found.some((each) => each.ok && each.value)) return ok(undefined)
  return fail({
    code: 'environment.locked',
    message: `${name} was production when its secrets were entered. Production can only be used in the desktop program.`,
    advice: 'Open it in the desktop program, or forget its credentials first.',
  })
}

/**
 * Manages secrets by environment. Only the core may use `read` and `readTransaction`, because no
 * channel may return their results.
 */
export const createCredentials = (needs: CredentialsNeeds) => {
  const { clock, logger } = needs
  const ours = new Map<string, Binding>()
  const secrets = createSecrets({ ...needs, ours })
  const { credentials, transaction } = secrets

  /** The environment, if this host may use it; otherwise its secrets are neither saved nor returned. */
  const environment = (id: string): Result<Environment> => {
    const found = needs.environments.get(id)
    if (!found.ok || found.value.unavailable === '') return found
    return fail({ code: 'environment.locked', message: found.value.unavailable })
  }
  /** Saves the result of `check`, unless this host may not use the environment. */
  const saveAs = async <S>(
    id: string,
    check: (environment: Environment) => Result<S>,
    save: (environment: Environment, secret: S) => Promise<Result<void>>,
  ) => {
    const found = environment(id)
    if (!found.ok) return found
    const checked = check(found.value)
    if (!checked.ok) return checked
    const refused = needs.allowProduction
      ? ok(undefined)
      : await boundToProduction(secrets, found.value)
    return refused.ok ? save(found.value, checked.value) : refused
  }

  /**
   * Fails with `credentials.missing` if none are saved for the environment's credential style, and
   * with `credentials.elsewhere` if they were entered for another address, kind or ClientId.
   */
  const read = async (id: string): Promise<Result<SavedCredentials>> => {
    const found = environment(id)
    if (!found.ok) return found
    if (id === trainingId)
      return ok({ credentials: trainingCredentials(needs.training.secret), savedAt: clock.now() })
    const { name, credentialStyle } = found.value
    const record = await credentials.read(found.value)
    if (!record.ok) return record
    if (record.value === null) return missing(`There are no credentials for ${name} yet.`)
    if (record.value.credentials.style !== credentialStyle)
      return missing(`The credentials of ${name} are of another kind than it asks for now.`)
    return ok({ credentials: record.value.credentials, savedAt: record.value.savedAt })
  }

  /** `null` if SID and Cookie were not saved. */
  const readTransaction = async (id: string): Promise<Result<SavedTransaction | null>> => {
    const found = environment(id)
    if (!found.ok) return found
    const record = await transaction.read(found.value)
    if (!record.ok) return record
    if (record.value === null) return ok(null)
    const { receiver, secrets: entered } = record.value
    return ok({ ...entered, receiver })
  }

  const here = (): 'keychain' | 'memory' =>
    needs.keychain.state().kind === 'system' ? 'keychain' : 'memory'
  const placeOf = (found: Result<unknown>): 'keychain' | 'memory' | 'none' => {
    if (found.ok) return found.value === null ? 'none' : here()
    if (found.error.code.startsWith('keychain.')) logger.warn(`credentials: ${found.error.message}`)
    return 'none'
  }

  return {
    /** Fails with `input.invalid`, `environment.*` or `keychain.*`. */
    save: (id: string, input: CredentialsInput) =>
      saveAs(id, (to) => checkCredentials(input, to), credentials.save),
    /** Replaces earlier secrets. Fails like {@link save}. */
    saveTransaction: (id: string, input: TransactionSecretsInput) =>
      saveAs(id, (to) => checkTransaction(input, to), transaction.save),

    /** Forgets the credentials and the transaction endpoint's secrets. Succeeds even if there are none. */
    forget: async (id: string) => {
      const found = id === trainingId ? builtIn : await credentials.forget(id)
      return found.ok ? transaction.forget(id) : found
    },

    read,

    /**
     * An unreachable keychain counts as `none`, because no secret can then be used. The log says
     * why.
     */
    whereStored: async (id: string): Promise<EnvironmentView['credentials']> =>
      id === trainingId ? 'builtIn' : placeOf(await read(id)),

    forgetTransaction: transaction.forget,

    readTransaction,

    /**
     * Says in a sentence why a stored secret is not used; empty unless its address, kind or
     * ClientId differs.
     */
    whyUnused: async (id: string) => {
      const found = id === trainingId ? ok(null) : await read(id)
      return !found.ok && isElsewhere(found)
        ? `${found.error.message} ${found.error.advice ?? ''}`.trim()
        : ''
    },

    /** Records the program's own change, so that it is not mistaken for a change from outside. */
    noteChange: async (id: string) => {
      const found = needs.environments.get(id)
      if (!found.ok || id === trainingId) return
      const changedTo = bindingOf(found.value)
      ours.set(id, changedTo)
      await credentials.noteChange(id, changedTo)
      await transaction.noteChange(id, changedTo)
    },

    whereTransactionStored: async (id: string): Promise<EnvironmentView['transactionSecrets']> => {
      const found = await readTransaction(id)
      // Secrets for another address, kind or ClientId are not used, but can still be forgotten.
      return isElsewhere(found) ? here() : placeOf(found)
    },
  }
}

export type Credentials = ReturnType<typeof createCredentials>
