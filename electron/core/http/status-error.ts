import type { AppError } from '#shared/errors.ts'
import { messageInJson } from '#shared/express/read/answer.ts'
import type { HttpResponse, TransportFailure } from '../platform/ports.ts'
import { mostParsed, redact, redactJson, removed, sizeOf, writtenBody } from './redact.ts'
import { parseRetryAfter } from './retry-policy.ts'

const maxMessage = 300
const maxDetails = 4000
/** Only this many characters are searched, because a message is near the top of its page. */
const maxMarkup = 64 * 1024

/**
 * No pattern matches past the next `<`, so that a page full of opening tags is searched only once.
 */
const markupMessages = [
  /<(?:\w+:)?(?:ErrorMessage|Message|faultstring|error_description)\b[^<>]*>([^<]+)/i,
  /<title[^<>]*>([^<]+)/i,
  /<h1[^<>]*>([^<]+)/i,
]

const fromMarkup = (text: string) => {
  const found =
    markupMessages
      .map((pattern) => pattern.exec(text)?.[1])
      .find((message) => message !== undefined) ?? ''
  return found.replace(/\s+/g, ' ')
}

/** A long word in a text may be an encoded request. */
const longWord = /[\w%+/=]{24,}/g

const messageInText = (text: string) => {
  if (/^(?:<!doctype|<html|<head|<\?xml)/i.test(text)) return fromMarkup(text)
  // JSON that was cut off is not a sentence.
  return /^[{["]/.test(text) ? '' : text.replace(/\r?\n[^]*/, '')
}

const messageIn = (body: string) => {
  const value = writtenBody(body)
  if (value !== undefined) return messageInJson(value)
  return messageInText(body.slice(0, maxMarkup)).replace(longWord, removed)
}

const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length)}…` : text

/**
 * Finds the readable message in any body from a service or a gateway: JSON in many shapes, plain
 * text, HTML, or an empty body. The message is empty if nothing is readable. The details are the
 * JSON, or the size of any other body. `secrets` are removed from message and details. Never
 * throws.
 */
export const readServiceError = (body: string, secrets: readonly string[] = []) => {
  const isLong = body.length > mostParsed
  const text = (isLong ? body.slice(0, maxMarkup) : body).trim()
  const details = isLong ? sizeOf(body) : redactJson(text, secrets)
  return {
    message: cut(redact(messageIn(text), secrets).replace(/\s+/g, ' ').trim(), maxMessage),
    details: text === '' ? '' : cut(details, maxDetails),
  }
}

const advice: Readonly<Record<TransportFailure['code'], string>> = {
  'service.unreachable': 'Check the network and the base URL under Settings.',
  'service.tls': 'The connection was not made. Tell whoever runs the service.',
  'service.authority':
    'Look at it under Settings, Network: compare its fingerprint with the one you get from whoever gave you the file, and trust it there, or remove it.',
  'service.proxy': "Check this computer's proxy settings.",
  'service.timeout': 'Try again; if it stays, the service may be overloaded.',
  'service.tooLarge': 'Tell whoever runs the service.',
  'service.unreadable':
    'Check the base URL under Settings: another kind of server may be answering.',
  'service.connectionLost': 'Try again once the network is steady.',
  'job.cancelled': 'Start it again whenever you like.',
}

export const transportError = (
  failure: TransportFailure,
  secrets: readonly string[] = [],
): AppError => ({
  code: failure.code,
  message: failure.message,
  advice: advice[failure.code],
  ...(failure.details === '' ? {} : { details: redact(failure.details, secrets) }),
})

type StatusCode =
  | 'service.unauthorized'
  | 'service.busy'
  | 'service.failed'
  | 'service.redirected'
  | 'service.rejected'

/** The meaning of an unsuccessful status. 4xx: refused for good; 408 and 5xx: the service failed. */
export const codeOfStatus = (status: number): StatusCode => {
  if (status === 401) return 'service.unauthorized'
  if (status === 429) return 'service.busy'
  if (status === 408 || status >= 500 || status < 200) return 'service.failed'
  return status < 400 ? 'service.redirected' : 'service.rejected'
}

const adviceByCode: Readonly<Record<StatusCode, string>> = {
  'service.unauthorized':
    'Test the connection under Settings and enter the credentials again if needed.',
  'service.busy': 'Wait a few minutes, then try again.',
  'service.failed': 'Try again in a few minutes.',
  'service.redirected': 'Check the base URL under Settings: redirects are never followed.',
  'service.rejected':
    'Read what the service says. Correct the value it names, or try again later if it names none.',
}

/** The next step after statuses of a gateway, which knows nothing of the values in a request. */
const adviceOfGateway: Readonly<Partial<Record<number, string>>> = {
  407: "A proxy on the way asks for a sign-in. Check this computer's proxy settings.",
  413: 'A gateway on the way accepts no request of this size. Tell whoever runs the service; a smaller participant file may pass.',
  414: 'A gateway on the way does not accept the address. Check the base URL under Settings.',
  431: 'A gateway on the way accepts no headers of this size, among them the access token. Tell whoever runs the service.',
}

/** The next step after a 404. Every path is fixed, so only the address before it can be wrong. */
export const checkBaseUrl =
  'Check the base URL under Settings: the service found nothing at this address.'

const asAsked = 'Wait as long as the service asks for, then try again.'

/** The advice for a plan in a blackout period, which accepts no changes: the request itself is not wrong. */
const afterBlackout = (message: string) => {
  const until = /\b(?:until|through) [^.,;]+/i.exec(message)?.[0]
  return until === undefined
    ? 'Try again after the blackout period.'
    : `Try again after the blackout period, which lasts ${until.trim()}.`
}

const adviceFor = (status: number, retryAfter: number | null, message: string) => {
  const code = codeOfStatus(status)
  const isBlackout = code === 'service.rejected' && /\bblackout\b/i.test(message)
  if ((code === 'service.busy' || isBlackout) && retryAfter !== null) return asAsked
  if (isBlackout) return afterBlackout(message)
  if (status === 404) return checkBaseUrl
  return adviceOfGateway[status] ?? adviceByCode[code]
}

/**
 * The error for an unsuccessful status; `what` names the service call, for example "Express
 * Forecast".
 */
export const statusError = (
  what: string,
  response: HttpResponse,
  now: number,
  secrets: readonly string[] = [],
): AppError => {
  const { status } = response
  const { message, details } = readServiceError(response.text, secrets)
  const retryAfter = parseRetryAfter(response.headers['retry-after'], now)
  return {
    code: codeOfStatus(status),
    message: `${what} was answered with status ${status}${message === '' ? '.' : `: ${message}`}`,
    status,
    advice: adviceFor(status, retryAfter, message),
    ...(retryAfter === null ? {} : { retryAfter }),
    ...(details === '' ? {} : { details }),
  }
}
