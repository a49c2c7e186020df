import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** What a page shows to be let in: the token of the printed address once, afterwards the key it got for it. */
export type Proof = { readonly kind: 'token' | 'key'; readonly value: string }

interface PageKeys {
  /** A one-time token for an address; earlier unused ones end. */
  newToken(): string
  /** Whether `admit` would let in whoever shows this proof; uses nothing up. */
  knows(proof: Proof): boolean
  /** The key of whoever shows this proof, or null. A token is used up by it. */
  admit(proof: Proof): string | null
}

const newSecret = (): string => randomBytes(32).toString('base64url')

/** Hashes first: equal lengths for the comparison, and the time it takes says nothing about the secret. */
const isSame = (left: string, right: string): boolean =>
  timingSafeEqual(
    createHash('sha256').update(left).digest(),
    createHash('sha256').update(right).digest(),
  )

/** Keys live as long as the process, so that a page can be reloaded and can reconnect. */
export const createPageKeys = (): PageKeys => {
  let token: string | null = null
  const keys = new Set<string>()
  const keyLike = (value: string): string | null =>
    [...keys].find((key) => isSame(key, value)) ?? null
  const isToken = (value: string): boolean => token !== null && isSame(token, value)
  return {
    knows: ({ kind, value }) => (kind === 'key' ? keyLike(value) !== null : isToken(value)),
    newToken() {
      token = newSecret()
      return token
    },
    admit({ kind, value }) {
      if (kind === 'key') return keyLike(value)
      if (!isToken(value)) return null
      token = null
      const key = newSecret()
      keys.add(key)
      return key
    },
  }
}
