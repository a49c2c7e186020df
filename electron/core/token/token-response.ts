import { fromNumeric } from '#shared/express/numeric-text.ts'

/** The specification's lifetime of a token: used when the response does not tell, and never exceeded. */
export const defaultLifetimeSeconds = 24 * 60 * 60

export interface TokenResponse {
  readonly token: string
  /** Seconds from when it was received; 0 where it is over at once, so that it serves only whoever waits for it. */
  readonly lifetimeSeconds: number
}

const tokenNames = ['access_token', 'accessToken', 'token', 'AccessToken'] as const
const lifetimeNames = ['expires_in', 'expiresIn', 'ExpiresIn'] as const
const issuedNames = ['issued_at', 'issuedAt'] as const
const sendable = /^[\x21-\x7e]{1,65536}$/

const first = <T>(
  source: object,
  names: readonly string[],
  read: (value: unknown) => T | null,
): T | null => {
  for (const name of names) {
    const found = read(Reflect.get(source, name))
    if (found !== null) return found
  }
  return null
}

const readToken = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const token = value.trim().replace(/^bearer\s+/i, '')
  return sendable.test(token) ? token : null
}

const positive = (value: unknown): number | null => {
  const seconds = fromNumeric(value)
  return seconds !== null && seconds > 0 ? seconds : null
}

/**
 * A token out of any response that resembles one, or `null`. The specification shows no shape: names vary, numbers
 * come as text, `token_type` may say anything. The lifetime counts from receipt, so that the clocks need not agree;
 * `issued_at` (ms) only shortens the default, and only when it lies within the last 24 hours.
 */
export const readTokenResponse = (text: string, receivedAt: number): TokenResponse | null => {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof body !== 'object' || body === null) return null
  const token = first(body, tokenNames, readToken)
  if (token === null) return null
  const told = first(body, lifetimeNames, fromNumeric)
  if (told !== null)
    return { token, lifetimeSeconds: Math.min(Math.max(told, 0), defaultLifetimeSeconds) }
  const issuedAt = first(body, issuedNames, positive)
  const age = issuedAt === null ? 0 : (receivedAt - issuedAt) / 1000
  const spent = age > 0 && age < defaultLifetimeSeconds ? age : 0
  return { token, lifetimeSeconds: defaultLifetimeSeconds - spent }
}

/** When a JWT says it expires, milliseconds since 1970; `null` for any other token. Nothing is verified. */
export const expiryOfJwt = (token: string): number | null => {
  const [, payload, signature] = token.split('.')
  if (payload === undefined || signature === undefined) return null
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    const exp =
      typeof claims === 'object' && claims !== null ? positive(Reflect.get(claims, 'exp')) : null
    return exp === null ? null : exp * 1000
  } catch {
    return null
  }
}
