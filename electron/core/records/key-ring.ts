import { randomBytes } from 'node:crypto'
import type { KeychainState } from '#shared/environments/settings.ts'
import type { AppError } from '#shared/errors.ts'
import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import type { Database } from '../database/database.ts'
import { sealedTables } from '../database/migrations.ts'
import type { CoreParts, SecretStore } from '../platform/ports.ts'
import { keyBytes } from './aead.ts'
import type { MasterKey, NamedKey } from './sealed-row.ts'

const keyIdBytes = 16

export type StatefulSecretStore = SecretStore & { state(): KeychainState | Promise<KeychainState> }

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

const accounts = 'library/master-key/'

/** Keychain account of a master key. Each key has its own, so that no folder ever overwrites another folder's key. */
export const accountOf = (keyId: Uint8Array) => `${accounts}${base64url(keyId)}`

export const isMasterKeyAccount = (account: string): boolean => account.startsWith(accounts)

/** An unreachable keychain is asked again after this time. */
const retryAfterMs = 30_000

export interface KeyRingNeeds extends Pick<CoreParts, 'clock' | 'logger'> {
  /** Null if there is none yet. */
  readonly database: () => Result<Database | null>
  readonly secrets: StatefulSecretStore
}

const anyKeyId = `${['master_key', ...sealedTables]
  .map((table) => `SELECT key_id FROM ${table}`)
  .join(' UNION ALL ')} LIMIT 1`

const drawKey = (): NamedKey => ({ id: randomBytes(keyIdBytes), key: randomBytes(keyBytes) })

/** A new master key, for a new database or to replace one with these `digests`. */
export const drawMasterKey = (digests = drawKey()): MasterKey => ({ ...drawKey(), digests })

/** `v1.<key id>.<key>.<id of the digests' key>.<digests' key>`, each base64url. */
export const formatMasterKey = ({ id, key, digests }: MasterKey): string =>
  ['v1', ...[id, key, digests.id, digests.key].map(base64url)].join('.')

const isKey = ({ id, key }: NamedKey) => id.length === keyIdBytes && key.length === keyBytes

/** The key of {@link formatMasterKey}; null for any other text. */
export const parseMasterKey = (text: string): MasterKey | null => {
  const [version, ...parts] = text.split('.')
  const [id, key, digestsId, digestsKey] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (version !== 'v1' || !id || !key || !digestsId || !digestsKey) return null
  const master = { id, key, digests: { id: digestsId, key: digestsKey } }
  return isKey(master) && isKey(master.digests) ? master : null
}

const unreachable = (message: string, details = '') =>
  fail({
    code: 'records.keyUnreachable',
    message,
    advice: 'Unlock or repair the system keychain, then try again; nothing saved was changed.',
    ...(details === '' ? {} : { details }),
  })

const lost = fail({
  code: 'records.keyLost',
  message: 'The keychain has no key for the results saved here.',
  advice: 'Open Settings, Recovery: type the recovery code, or start anew.',
})

export const createKeyRing = ({ database, secrets, clock, logger }: KeyRingNeeds) => {
  /** Id of the key that sealed the database's rows; null if it names none. */
  const neededKeyId = (): Result<Uint8Array | null> =>
    whenOk(database(), (existing) =>
      existing
        ? whenOk(existing.all(anyKeyId), ([row]) => {
            const id = row?.['key_id']
            return ok(id instanceof Uint8Array ? id : null)
          })
        : ok(null),
    )

  /** Adds a key to the keychain, and reads it back. */
  const store = async (master: MasterKey): Promise<Result<void>> => {
    const account = accountOf(master.id)
    const stored = await secrets.set(account, formatMasterKey(master))
    if (!stored.ok)
      return unreachable(
        'The keychain did not take the key for saved results.',
        stored.error.message,
      )
    const back = await secrets.get(account)
    return back.ok && back.value === formatMasterKey(master)
      ? ok(undefined)
      : unreachable('The keychain did not keep the key for saved results.')
  }

  const create = async (): Promise<Result<MasterKey>> => {
    const master = drawMasterKey()
    return whenOk(await store(master), () => {
      logger.info('made a new key for saved results')
      return ok(master)
    })
  }

  const load = async (): Promise<Result<MasterKey>> => {
    const state = await secrets.state()
    if (state.kind === 'memory') {
      return unreachable(
        `There is no system keychain to hold the key, because ${state.message.replace(/\.?$/, '.')}`,
      )
    }
    const needed = neededKeyId()
    if (!needed.ok) return needed
    if (needed.value === null) return create()
    const found = await secrets.get(accountOf(needed.value))
    if (!found.ok)
      return unreachable('The keychain that holds the key cannot be reached.', found.error.message)
    const master = parseMasterKey(found.value ?? '')
    return master && Buffer.from(master.id).equals(needed.value) ? ok(master) : lost
  }

  let current: Promise<Result<MasterKey>> | null = null
  let failure: { readonly error: AppError; readonly at: number } | null = null

  return {
    /** A key that the keychain still has under its id, such as the key of an older copy; null if it has none. */
    kept: async (id: Uint8Array): Promise<MasterKey | null> => {
      const found = await secrets.get(accountOf(id))
      return found.ok ? parseMasterKey(found.value ?? '') : null
    },
    /**
     * The key, made on first use. Fails with `records.keyUnreachable` if there is no system keychain or it is out of
     * reach, and with `records.keyLost` if it works but lacks the key of existing records. Neither failure makes a new
     * key.
     */
    get: async (): Promise<Result<MasterKey>> => {
      if (failure && clock.monotonic() - failure.at < retryAfterMs) return fail(failure.error)
      current ??= load()
      const result = await current
      if (result.ok) {
        failure = null
      } else {
        current = null
        // Only the keychain may prompt a person, so only its failures delay the next try.
        const isKeychain = result.error.code.startsWith('records.key')
        failure = isKeychain ? { error: result.error, at: clock.monotonic() } : null
      }
      return result
    },
    /** Makes the next call ask the keychain at once, even soon after a failure. */
    retry: () => {
      failure = null
    },
    /** Adds a key to the keychain, beside those that are there. Fails with `records.keyUnreachable`. */
    store,
    /** Uses a stored key from now on. */
    use: (master: MasterKey) => {
      failure = null
      current = Promise.resolve(ok(master))
    },
  }
}
