import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { errorAnswer, jsonAnswer, type Answer } from './answers.ts'

/** Training's own clock type, because Training must not import the core's. */
export interface TrainingClock {
  /** Milliseconds since 1970, UTC. */
  now(): number
}

/**
 * The format of token answers and refusals: like those of an Apigee gateway, or as in RFC 6749 and
 * RFC 6750.
 */
export const tokenWordings = ['gateway', 'rfc'] as const
type TokenWording = (typeof tokenWordings)[number]

/**
 * How many expired tokens to remember, so that answers can distinguish expired tokens from unknown
 * ones.
 */
const remembered = 1000

/** Access tokens that really expire, kept only in memory. Changed settings apply to later tokens. */
export const createTokenRegistry = (clock: TrainingClock, lifetimeSeconds: number) => {
  const expiryByToken = new Map<string, number>()
  const settings: { lifetimeSeconds: number; wording: TokenWording } = {
    lifetimeSeconds,
    wording: 'gateway',
  }
  let issued = 0
  return {
    settings,
    issued: () => issued,
    issue: () => {
      const token = randomBytes(24).toString('base64url')
      const issuedAt = clock.now()
      expiryByToken.set(token, issuedAt + settings.lifetimeSeconds * 1000)
      issued += 1
      const [oldest = ''] = expiryByToken.keys()
      if (expiryByToken.size > remembered) expiryByToken.delete(oldest)
      return { token, issuedAt, expiresIn: settings.lifetimeSeconds }
    },
    check: (authorization = '') => {
      const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
      if (token === undefined) return 'missing'
      const expiry = expiryByToken.get(token)
      if (expiry === undefined) return 'unknown'
      return clock.now() < expiry ? 'valid' : 'expired'
    },
    /** Ends every token now, as when an administrator revokes them. */
    expireAll: () => {
      for (const token of expiryByToken.keys()) expiryByToken.set(token, 0)
    },
  }
}
export type TokenRegistry = ReturnType<typeof createTokenRegistry>

/** The id of the service's only client. */
const clientId = 'training'

/**
 * True if a token request comes from the training client: with HTTP Basic, a Bearer value, or
 * client_id and client_secret in the form.
 */
const isTrainingClient = (authorization: string, form: URLSearchParams, secret: string) => {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+)$/.exec(authorization.trim()) ?? []
  if (/^basic$/i.test(scheme))
    return Buffer.from(value, 'base64').toString('utf8') === `${clientId}:${secret}`
  if (/^bearer$/i.test(scheme)) return value === secret
  return form.get('client_id') === clientId && form.get('client_secret') === secret
}

const gatewayFault = (
  status: number,
  faultstring: string,
  errorcode: string,
  headers = {},
): Answer => jsonAnswer(status, { fault: { faultstring, detail: { errorcode } } }, headers)

/**
 * Answers a token request. The response shape is not specified: the default is a common gateway's
 * shape, with `issued_at` in milliseconds and numbers as text; the alternative is the shape in RFC
 * 6749.
 */
export const answerToken = (
  authorization: string,
  body: string,
  tokens: TokenRegistry,
  secret: string,
): Answer => {
  const isRfc = tokens.settings.wording === 'rfc'
  const form = new URLSearchParams(body)
  const grantType = form.get('grant_type') ?? ''
  const refused = (status: number, error: string, description: string, headers = {}): Answer =>
    isRfc
      ? jsonAnswer(status, { error, error_description: description }, headers)
      : gatewayFault(status, description, `oauth.v2.${error}`, headers)
  if (grantType === '')
    return refused(400, 'invalid_request', 'The parameter grant_type is missing.')
  if (grantType !== 'client_credentials')
    return refused(400, 'unsupported_grant_type', 'The only grant_type is client_credentials.')
  if (!isTrainingClient(authorization, form, secret)) {
    const words = 'The client id or secret is wrong.'
    return refused(401, 'invalid_client', words, { 'www-authenticate': 'Basic' })
  }
  const { token, issuedAt, expiresIn } = tokens.issue()
  const response = isRfc
    ? { access_token: token, token_type: 'Bearer', expires_in: expiresIn }
    : {
        access_token: token,
        token_type: 'BearerToken',
        issued_at: String(issuedAt),
        expires_in: String(expiresIn),
        status: 'approved',
        client_id: clientId,
      }
  return jsonAnswer(200, response, { 'cache-control': 'no-store', pragma: 'no-cache' })
}

const tokenFaults = {
  missing: { words: 'No Access Token', code: 'access_token_missing' },
  unknown: { words: 'Invalid Access Token', code: 'invalid_access_token' },
  expired: { words: 'Access Token expired', code: 'access_token_expired' },
}

export const tokenFault = (
  { settings }: TokenRegistry,
  check: keyof typeof tokenFaults,
): Answer => {
  const { words, code } = tokenFaults[check]
  const bearer = { 'www-authenticate': 'Bearer' }
  if (settings.wording === 'gateway')
    return gatewayFault(401, words, `keymanagement.service.${code}`, bearer)
  if (check === 'missing') return errorAnswer(401, words, [], bearer)
  const error = 'invalid_token'
  return jsonAnswer(
    401,
    { error, error_description: words },
    { 'www-authenticate': `Bearer error="${error}", error_description="${words}"` },
  )
}

/** Refuses a request because of its headers, before its body is read. */
export const turnAway = (headers: IncomingHttpHeaders, tokens: TokenRegistry): Answer | null => {
  const check = tokens.check(headers.authorization)
  if (check !== 'valid') return tokenFault(tokens, check)
  return /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')
    ? null
    : errorAnswer(415, 'The request has to be application/json.')
}
