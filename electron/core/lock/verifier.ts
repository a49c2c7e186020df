import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { seal, sealingKey, unseal } from '../records/aead.ts'

export const verifierAccount = 'lock/passphrase'

/**
 * The verifier is `v1.<salt>.<hash>`, or, if the passphrase encrypts, `v2.<salt>.<wrapping key, sealed by the hash>`, base64url.
 * The version stands for the scrypt cost that OWASP recommends: N = 2^16, r = 8, p = 2, so that one guess takes 64 MB and
 * some tenths of a second.
 */
const cost = { N: 2 ** 16, r: 8, p: 2, maxmem: 160 * 1024 * 1024 }
const bytes = 32
const context = 'glidepath\nlock\nwrapping key'

/**
 * Overwrites the typed bytes once the hash is computed. Unicode normalization makes a passphrase
 * the same on every keyboard.
 */
const hashOf = (passphrase: string, salt: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const typed = Buffer.from(passphrase.normalize('NFKC'), 'utf8')
    scrypt(typed, salt, bytes, cost, (cause, hash) => {
      typed.fill(0)
      if (cause) reject(cause)
      else resolve(hash)
    })
  })

const partsOf = (verifier: string) => {
  const [version, salt = '', rest = ''] = verifier.split('.')
  return { version, salt: Buffer.from(salt, 'base64url'), rest: Buffer.from(rest, 'base64url') }
}

const textOf = (version: string, salt: Buffer, rest: Uint8Array) =>
  [version, salt.toString('base64url'), Buffer.from(rest).toString('base64url')].join('.')

/** Whether a verifier holds the wrapping key, so that the passphrase encrypts. */
export const isSealing = (verifier: string): boolean => verifier.startsWith('v2.')

/** Makes and checks verifiers. */
export const scryptVerifiers = {
  /** With `wrapping`, only the passphrase opens that key. */
  make: async (passphrase: string, wrapping: Uint8Array | null = null): Promise<string> => {
    const salt = randomBytes(bytes)
    const hash = await hashOf(passphrase, salt)
    return wrapping
      ? textOf('v2', salt, seal(sealingKey(hash), wrapping, context))
      : textOf('v1', salt, hash)
  },
  /**
   * Takes the same time for a right and a wrong passphrase. A verifier in another format never
   * fits.
   */
  fits: async (verifier: string, passphrase: string): Promise<boolean> => {
    const { version, salt, rest } = partsOf(verifier)
    const given = await hashOf(passphrase, salt)
    return version === 'v1' && rest.length === given.length && timingSafeEqual(rest, given)
  },
  /** The wrapping key in a verifier; null for a wrong passphrase, and for a verifier that holds none. */
  open: async (verifier: string, passphrase: string): Promise<Uint8Array | null> => {
    const { salt, rest } = partsOf(verifier)
    const hash = await hashOf(passphrase, salt)
    return isSealing(verifier) ? unseal(sealingKey(hash), rest, context) : null
  },
}

export type Verifiers = typeof scryptVerifiers
