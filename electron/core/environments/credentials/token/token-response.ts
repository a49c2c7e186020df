import { isObject } from '#shared/is-object.ts'
import { fromNumeric } from '#shared/text/numeric-text.ts'
import { parseJson } from '#shared/text/parse-json.ts'
import { readServiceError } from '../../../http/status-error.ts'

/** Maximum length of a field name that is shown, characters; a longer one could itself be a token. */
const longestName = 24
const shownFields = 20
const messageNames = ['ErrorMessage', 'error_description', 'error'] as const

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  return typeof value === 'string' ? 'text' : typeof value
}

const fieldsOf = (object: object) => {
  const fields = Object.entries(object)
  const shown = fields
    .slice(0, shownFields)
    .map(([name, value]) => `${name.length > longestName ? 'a long name' : name}: ${kindOf(value)}`)
  const rest = fields.length > shownFields ? [`${fields.length - shownFields} more`] : []
  return [...shown, ...rest].join(', ')
}

interface TokenRefusal {
  /** The service's own reason, empty if it gives none. */
  readonly message: string
  /** The field names and types in the answer, never a value; empty for an empty answer. */
  readonly details: string
}

/**
 * Reads the refusal of a token request. The answer may hold a token in any field, so only the
 * fields that give reasons are quoted, with `secrets` removed.
 */
export const refusalIn = (text: string, secrets: readonly string[]): TokenRefusal => {
  const body = parseJson(text)
  if (body === undefined) {
    if (text.trim() === '') return { message: '', details: '' }
    const isPage = /^\s*<(?:!doctype|html|head)/i.test(text)
    return isPage
      ? { message: 'it is a web page, such as one for signing in', details: 'A web page' }
      : { message: '', details: 'Text that is not JSON' }
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { message: '', details: `JSON, but no object: ${kindOf(body)}` }
  const reasons = Object.fromEntries(
    messageNames.flatMap((name): [string, string][] => {
      const value: unknown = Reflect.get(body, name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  const { message } = readServiceError(JSON.stringify(reasons), secrets)
  return { message, details: `Fields of the answer: ${fieldsOf(body) || 'none'}` }
}

/** A token's lifetime according to the specification, which is also the maximum, in seconds. */
export const defaultLifetimeSeconds = 24 * 60 * 60

export interface TokenResponse {
  readonly token: string
  /**
   * Lifetime in seconds from receipt. A token with lifetime 0 expires at once, so only the callers
   * that are already waiting use it.
   */
  readonly lifetimeSeconds: number
  /** A sentence about an unusual lifetime for the user; otherwise empty. */
  readonly remark: string
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

const readToken = (value: unknown) => {
  if (typeof value !== 'string') return null
  const token = value.trim().replace(/^bearer\s+/i, '')
  return sendable.test(token) ? token : null
}

/**
 * Lifetimes shorter than this, in seconds, cause a remark, because nearly every service call would
 * request a new token.
 */
const shortLifetime = 60
const inWords = (seconds: number) =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 }).format(seconds)

/** The remark on a lifetime; `null` stands for a value that is not a number. */
const remarkOn = (told: number | null) => {
  if (told === null)
    return 'The service gives no number for how long this token lasts. Glidepath assumes 24 hours, as specified.'
  if (told <= 0)
    return `The service says that this token is over at once (${inWords(told)} seconds), so each call asks for a new one.`
  if (told < shortLifetime)
    return `The service says that this token lasts only ${inWords(told)} seconds, so nearly every call asks for a new one.`
  return told > defaultLifetimeSeconds
    ? 'The service says that this token lasts longer than the specified 24 hours. Glidepath assumes 24 hours.'
    : ''
}

const positive = (value: unknown) => {
  const seconds = fromNumeric(value)
  return seconds !== null && seconds > 0 ? seconds : null
}

/**
 * Reads a token from any response that resembles one; returns `null` for any other. The
 * specification does not define the response, so names vary, numbers arrive as text, and
 * `token_type` is arbitrary. The lifetime counts from receipt, so that the clocks need not agree;
 * `issued_at` (ms) only shortens the default, and only if it lies within the last 24 hours.
 */
export const readTokenResponse = (text: string, receivedAt: number): TokenResponse | null => {
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null) return null
  const token = first(body, tokenNames, readToken)
  if (token === null) return null
  const told = first(body, lifetimeNames, fromNumeric)
  if (told !== null)
    return {
      token,
      lifetimeSeconds: Math.min(Math.max(told, 0), defaultLifetimeSeconds),
      remark: remarkOn(told),
    }
  const isTold =
    first(body, lifetimeNames, (value) => ((value ?? '') === '' ? null : true)) !== null
  const issuedAt = first(body, issuedNames, positive)
  const age = issuedAt === null ? 0 : (receivedAt - issuedAt) / 1000
  const spent = age > 0 && age < defaultLifetimeSeconds ? age : 0
  return {
    token,
    lifetimeSeconds: defaultLifetimeSeconds - spent,
    remark: isTold ? remarkOn(null) : '',
  }
}

/**
 * Expiry time of a JWT, in milliseconds since 1970; `null` for any other token. Does not verify the
 * token.
 */
export const expiryOfJwt = (token: string): number | null => {
  const [, payload, signature] = token.split('.')
  if (payload === undefined || signature === undefined) return null
  const claims = parseJson(Buffer.from(payload, 'base64url').toString('utf8'))
  const exp = isObject(claims) ? positive(claims['exp']) : null
  return exp === null ? null : exp * 1000
}
