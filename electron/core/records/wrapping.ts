import { ok, type Result } from '#shared/result.ts'
import type { SecretStore } from '../platform/ports.ts'
import { keyBytes, seal, sealingKey, unseal } from './aead.ts'
import { isMasterKeyAccount } from './key-ring.ts'

/** Account of the wrapping key while no passphrase seals it, for master keys that were wrapped before. */
export const plainWrappingAccount = 'library/wrapping-key'

/** The key that wraps master keys while the lock's passphrase encrypts: in memory from unlocking on. */
export const createWrapping = () => {
  let current: Uint8Array | null = null
  return {
    /** Null if nothing wraps, or if the program was not unlocked yet. */
    key: () => current,
    use: (key: Uint8Array | null): void => {
      current = key
    },
  }
}
export type Wrapping = ReturnType<typeof createWrapping>

const version = 'w1.'

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** `w1.<sealed text>`, base64url, bound to the account. */
const wrap = (key: Uint8Array, account: string, text: string) =>
  version + base64url(seal(sealingKey(key), Buffer.from(text), `glidepath\nwrapped\n${account}`))

const unwrap = (key: Uint8Array, account: string, wrapped: string): string | null => {
  const sealed = Buffer.from(wrapped.slice(version.length), 'base64url')
  const plain = unseal(sealingKey(key), sealed, `glidepath\nwrapped\n${account}`)
  return plain && Buffer.from(plain).toString()
}

/** The wrapping key that the keychain has in plain; null if it has none. */
export const plainWrappingKey = async (
  secrets: SecretStore,
): Promise<Result<Uint8Array | null>> => {
  const found = await secrets.get(plainWrappingAccount)
  if (!found.ok) return found
  const key = Buffer.from(found.value ?? '', 'base64url')
  return ok(key.length === keyBytes ? key : null)
}

/** Makes the keychain open wrapped master keys again without a passphrase. Fails with `keychain.*`. */
export const storePlainWrappingKey = (
  secrets: SecretStore,
  key: Uint8Array,
): Promise<Result<void>> => secrets.set(plainWrappingAccount, base64url(key))

/**
 * `secrets` with every master key wrapped while {@link Wrapping} has a key. A wrapped key that does not open counts as
 * lost, so that a recovery code can bring it back. A plain key, left by a kill, is wrapped when it is read.
 */
export const wrapMasterKeys = <Store extends SecretStore>(
  secrets: Store,
  wrapping: Wrapping,
): Store => ({
  ...secrets,
  get: async (account) => {
    const found = await secrets.get(account)
    if (!isMasterKeyAccount(account) || !found.ok || found.value === null) return found
    const inForce = wrapping.key()
    if (!found.value.startsWith(version)) {
      if (!inForce) return found
      const stored = await secrets.set(account, wrap(inForce, account, found.value))
      return stored.ok ? found : stored
    }
    const key = inForce ? ok(inForce) : await plainWrappingKey(secrets)
    if (!key.ok) return key
    return ok(key.value && unwrap(key.value, account, found.value))
  },
  set: (account, value) => {
    const inForce = wrapping.key()
    return secrets.set(
      account,
      inForce && isMasterKeyAccount(account) ? wrap(inForce, account, value) : value,
    )
  },
})
