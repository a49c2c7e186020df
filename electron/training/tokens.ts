import { randomBytes } from 'node:crypto'

/** The part of the core's clock that tokens need; training must not import the core. */
export interface TrainingClock {
  /** Milliseconds since 1970, UTC. */
  now(): number
}

/** Wording of tokens and refusals: like an Apigee gateway, or by RFC 6749 and RFC 6750. */
export const tokenWordings = ['gateway', 'rfc'] as const
export type TokenWording = (typeof tokenWordings)[number]

type TokenCheck = 'valid' | 'missing' | 'unknown' | 'expired'

/** Access tokens that really expire, in memory only. */
export interface TokenRegistry {
  /** A new token and its lifetime in seconds. */
  issue(): { readonly token: string; readonly issuedAt: number; readonly expiresIn: number }
  /** Checks an Authorization header. */
  check(authorization: string | undefined): TokenCheck
  /** Ends every token now, as an administrator's revocation does. */
  expireAll(): void
  setLifetime(seconds: number): void
  setWording(wording: TokenWording): void
  readonly wording: TokenWording
  readonly issued: number
}

/** Most expired tokens to remember, so that the answer can tell expired from unknown. */
const remembered = 1000

export const createTokenRegistry = (
  clock: TrainingClock,
  lifetimeSeconds: number,
): TokenRegistry => {
  const expiryByToken = new Map<string, number>()
  let lifetime = lifetimeSeconds
  let wording: TokenWording = 'gateway'
  let issued = 0
  return {
    issue: () => {
      const token = randomBytes(24).toString('base64url')
      const issuedAt = clock.now()
      expiryByToken.set(token, issuedAt + lifetime * 1000)
      issued += 1
      const oldest = expiryByToken.keys().next()
      if (expiryByToken.size > remembered && oldest.done !== true)
        expiryByToken.delete(oldest.value)
      return { token, issuedAt, expiresIn: lifetime }
    },
    check: (authorization) => {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
      if (token === undefined) return 'missing'
      const expiry = expiryByToken.get(token)
      if (expiry === undefined) return 'unknown'
      return clock.now() < expiry ? 'valid' : 'expired'
    },
    expireAll: () => {
      for (const token of expiryByToken.keys()) expiryByToken.set(token, 0)
    },
    setLifetime: (seconds) => {
      lifetime = seconds
    },
    setWording: (chosen) => {
      wording = chosen
    },
    get wording() {
      return wording
    },
    get issued() {
      return issued
    },
  }
}
