import { isObject } from '#shared/is-object.ts'
import { messageInJson } from '#shared/express/read/answer.ts'
import type { RefusalShape } from '#shared/environments/refusals.ts'
import { mostParsed, parsedBody } from '../http/redact.ts'
import type { HttpResponse } from '../platform/ports.ts'

/**
 * What an error answer proves. A server on the way may refuse the service's answer instead of the request, so neither the
 * status nor a message of just any shape proves that nothing was carried out.
 */

/** Where the service's own `ErrorMessage` may be. The spelling counts, because another server has its own names. */
const ownParts = ['Error', 'EnrollmentResult', 'OptOutResult'] as const

const holdsMessage = (part: unknown): boolean =>
  isObject(part) &&
  typeof part['ErrorMessage'] === 'string' &&
  (part['ErrorMessage'].trim() !== '' || part['Success'] === false)

/**
 * True if a body is the service's own error object: it has the specification's `ErrorMessage`, at the top, in `Error` or
 * in the operation's result. A body that is too long to parse here is not.
 */
export const isServiceError = (text: string): boolean => {
  const body = parsedBody(text)
  return isObject(body) && [body, ...ownParts.map((name) => body[name])].some(holdsMessage)
}

const isText = (value: unknown): boolean =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'

type Body = Readonly<Record<string, unknown>>

const holds = (body: Body, ...names: readonly string[]): boolean =>
  names.some((name) => isText(body[name]))
const holdsText = (body: Body) => holds(body, 'message', 'Message', 'error', 'Error')

const shapes: Readonly<Record<Exclude<RefusalShape, 'list'>, (body: Body) => boolean>> = {
  fault: ({ fault }) => isObject(fault) && holds(fault, 'faultstring', 'message'),
  error: (body) => holds(body, 'error') && !('success' in body),
  code: (body) => holds(body, 'code', 'Code', 'errorCode', 'ErrorCode') && holdsText(body),
  message: (body) => holds(body, 'message', 'Message') && !('success' in body),
  success: (body) => [body['success'], body['Success']].includes(false) && holdsText(body),
}

/** A result, a strategy or a transaction in an answer means that the service worked on the request. */
const worked = /enrol|opt_?-?out|strateg|transaction/i

/**
 * True if an answer of any status has one of the shapes that its environment trusts as a refusal, and names no result.
 */
export const isTrustedRefusal = (text: string, trusted: readonly RefusalShape[]): boolean => {
  if (trusted.length === 0 || worked.test(text.slice(0, mostParsed))) return false
  const body = parsedBody(text)
  if (Array.isArray(body))
    return (
      trusted.includes('list') &&
      body.length > 0 &&
      body.every((each) => isObject(each) && holdsText(each))
    )
  return isObject(body) && trusted.some((name) => name !== 'list' && shapes[name](body))
}

/** Lower-case words; each other character ends a phrase, except those that join words in a code. */
const phrasesOf = (text: string): readonly string[] =>
  text
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z0-9_\s-]+/)
    .map((phrase) => phrase.replace(/[_\s-]+/g, ' ').trim())

const token = '(?:(?:access|bearer|oauth2?|jwt|auth|authentication|authorization) )*(?:token|jwt)'
const bad = '(?:invalid|expired|revoked)'
const badToken = new RegExp(
  `(?:^|(?:the|an?|your|this|error) )${bad}(?: or ${bad})? ${token}\\b` +
    `|(?:^|(?:the|an?|your|this|provided|supplied|incoming|received|keymanagement) )${token} ` +
    `(?:(?:is|has|was|been|had|already|missing|or|in|the|request|provided|supplied|specified) )*` +
    `(?:${bad}|no longer valid|not valid)\\b`,
)

/** Only this much of a message is searched, characters. */
const maxMessage = 1000

const namesToken = (message: string): boolean =>
  phrasesOf(message.slice(0, maxMessage)).some((phrase) => badToken.test(phrase))

/** The `error` of a Bearer challenge; RFC 6750, section 3. */
const bearerError = /\bbearer\b[^]*?\berror\s*=\s*"?([\w-]+)/i

/**
 * True if a 401 names the access token as invalid or expired, in its challenge (RFC 6750) or in its error, in the words of
 * common gateways. Any other 401 may come from a server that refused the answer.
 */
export const refusesToken = ({ headers, text }: HttpResponse): boolean => {
  const challenged = bearerError.exec(headers['www-authenticate'] ?? '')?.[1]
  if (challenged !== undefined) return challenged.toLowerCase() === 'invalid_token'
  return namesToken(messageInJson(parsedBody(text)))
}
