import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

export const verifierAccount = 'lock/passphrase'

/**
 * The verifier is `v1.<salt>.<hash>`, base64url. The version stands for the scrypt cost that OWASP
 * recommends: N = 2^16, r = 8, p = 2, so that one guess takes 64 MB and some tenths of a second.
 */
const cost = { N: 2 ** 16, r: 8, p: 2, maxmem: 160 * 1024 * 1024 }
const bytes = 32

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

/** Makes and checks verifiers. */
export const scryptVerifiers = {
  make: async (passphrase: string): Promise<string> => {
    const salt = randomBytes(bytes)
    const hash = await hashOf(passphrase, salt)
    return `v1.${salt.toString('base64url')}.${hash.toString('base64url')}`
  },
  /**
   * Takes the same time for a right and a wrong passphrase. A verifier in another format never
   * fits.
   */
  fits: async (verifier: string, passphrase: string): Promise<boolean> => {
    const [version, salt = '', hash = ''] = verifier.split('.')
    const expected = Buffer.from(hash, 'base64url')
    const given = await hashOf(passphrase, Buffer.from(salt, 'base64url'))
    return version === 'v1' && expected.length === given.length && timingSafeEqual(expected, given)
  },
}

export type Verifiers = typeof scryptVerifiers
