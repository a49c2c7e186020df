import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * A page first authenticates with the token in the printed address, and later with the key that it
 * got in exchange.
 */
export type Proof = { readonly kind: 'token' | 'key'; readonly value: string }

const newSecret = () => randomBytes(32).toString('base64url')

/**
 * Compares hashes, because they have equal lengths and the timing reveals nothing about the secret.
 */
const isSame = (left: string, right: string) =>
  timingSafeEqual(
    createHash('sha256').update(left).digest(),
    createHash('sha256').update(right).digest(),
  )

/** Keys live as long as the program, so that a page can reload and reconnect; `earlier` are those of the process before. */
export const createPageKeys = (earlier: readonly string[] = []) => {
  let token: string | null = null
  const keys = new Set<string>(earlier)
  const keyLike = (value: string) => [...keys].find((key) => isSame(key, value)) ?? null
  const isToken = (value: string) => token !== null && isSame(token, value)
  return {
    all: (): readonly string[] => [...keys],
    /** True if `admit` would accept this proof. Does not use up the token. */
    knows: ({ kind, value }: Proof) => (kind === 'key' ? keyLike(value) !== null : isToken(value)),
    /** Makes a one-time token for an address. Earlier unused tokens stop working. */
    newToken: () => (token = newSecret()),
    /** The key for this proof, or null. Uses up a token. */
    admit: ({ kind, value }: Proof) => {
      if (kind === 'key') return keyLike(value)
      if (!isToken(value)) return null
      token = null
      const key = newSecret()
      keys.add(key)
      return key
    },
  }
}
