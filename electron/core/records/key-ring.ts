import { randomBytes } from 'node:crypto'
import type { KeychainState } from '#shared/environments/settings.ts'
import type { AppError } from '#shared/errors.ts'
import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import type { Database } from '../database/database.ts'
import { sealedTables } from '../database/migrations.ts'
import type { CoreParts, SecretStore } from '../platform/ports.ts'
import { keyBytes } from './aead.ts'
import type { MasterKey } from './sealed-row.ts'

export const keyIdBytes = 16

export type StatefulSecretStore = SecretStore & { state(): KeychainState | Promise<KeychainState> }

/** Keychain account of the master key; its value is `v1.<key id>.<key>`, both base64url. */
export const masterKeyAccount = 'library/master-key'

/** An unreachable store is asked again after this time. */
const retryAfterMs = 30_000

export interface KeyRingNeeds extends Pick<CoreParts, 'clock' | 'logger'> {
  /** Null if there is none yet. */
  readonly database: () => Result<Database | null>
  readonly secrets: StatefulSecretStore
}

const anySealedRow = `${sealedTables.map((table) => `SELECT 1 FROM ${table}`).join(' UNION ALL ')} LIMIT 1`

const format = ({ id, key }: MasterKey) =>
  `v1.${Buffer.from(id).toString('base64url')}.${Buffer.from(key).toString('base64url')}`

const parse = (text: string): MasterKey | null => {
  const [version, id = '', key = ''] = text.split('.')
  const master = { id: Buffer.from(id, 'base64url'), key: Buffer.from(key, 'base64url') }
  return version === 'v1' && master.id.length === keyIdBytes && master.key.length === keyBytes
    ? master
    : null
}

const unreachable = (message: string, details = '') =>
  fail({
    code: 'records.keyUnreachable',
    message,
    advice: 'Unlock or repair the system keychain, then try again; nothing saved was changed.',
    ...(details === '' ? {} : { details }),
  })

export const createKeyRing = ({ database, secrets, clock, logger }: KeyRingNeeds) => {
  const hasSealedRows = () =>
    whenOk(database(), (existing) =>
      existing ? whenOk(existing.all(anySealedRow), (rows) => ok(rows.length > 0)) : ok(false),
    )

  const create = async (): Promise<Result<MasterKey>> => {
    const master: MasterKey = { id: randomBytes(keyIdBytes), key: randomBytes(keyBytes) }
    const stored = await secrets.set(masterKeyAccount, format(master))
    if (!stored.ok)
      return unreachable(
        'The keychain did not take the key for saved results.',
        stored.error.message,
      )
    const back = await secrets.get(masterKeyAccount)
    if (!back.ok || back.value !== format(master)) {
      return unreachable('The keychain did not keep the key for saved results.')
    }
    logger.info('made a new key for saved results')
    return ok(master)
  }

  const load = async (): Promise<Result<MasterKey>> => {
    const state = await secrets.state()
    if (state.kind === 'memory') {
      return unreachable(
        `There is no system keychain to hold the key, because ${state.message.replace(/\.?$/, '.')}`,
      )
    }
    const found = await secrets.get(masterKeyAccount)
    if (!found.ok)
      return unreachable('The keychain that holds the key cannot be reached.', found.error.message)
    if (found.value !== null) {
      const master = parse(found.value)
      return master ? ok(master) : unreachable('The key in the keychain is damaged.')
    }
    const sealed = hasSealedRows()
    if (!sealed.ok) return sealed
    return sealed.value
      ? unreachable('The keychain does not hold the key of the results saved here.')
      : create()
  }

  let current: Promise<Result<MasterKey>> | null = null
  let failure: { readonly error: AppError; readonly at: number } | null = null

  return {
    /**
     * The key, made on first use. Fails with `records.keyUnreachable`, and never makes a new key, if there is no system
     * keychain, if it is out of reach, or if it lacks the key of existing records.
     */
    get: async (): Promise<Result<MasterKey>> => {
      if (failure && clock.monotonic() - failure.at < retryAfterMs) return fail(failure.error)
      current ??= load()
      const result = await current
      if (result.ok) {
        failure = null
      } else {
        current = null
        failure = { error: result.error, at: clock.monotonic() }
      }
      return result
    },
    /** Makes the next call ask the keychain at once, even soon after a failure. */
    retry: () => {
      failure = null
    },
  }
}
