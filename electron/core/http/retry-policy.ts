import type { Sent, TransportFailure } from '../platform/ports.ts'

/** Only service calls that compute and token requests are retried; submissions never are. */
export const maxRetries = 3

const baseMs = 500
/** If the service asks for a longer wait, the program does not retry but lets a person decide. */
const longestWaitMs = 60_000

export type AttemptOutcome =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter: number | null }
  | { readonly kind: 'failure'; readonly failure: Pick<TransportFailure, 'phase' | 'code'> }

const worthRetrying = (outcome: AttemptOutcome) => {
  if (outcome.kind === 'status') return outcome.status === 429 || outcome.status >= 500
  const { code, phase } = outcome.failure
  if (code === 'service.timeout') return phase === 'notSent'
  return code === 'service.unreachable' || code === 'service.connectionLost'
}

/**
 * How many milliseconds to wait before retry number `retry` (from 1); `null` for no retry.
 * Exponential backoff with full jitter (`random` in [0, 1)), but never less than the service's own
 * Retry-After.
 */
export const retryDelay = (
  outcome: AttemptOutcome,
  retry: number,
  random: number,
): number | null => {
  if (retry > maxRetries || !worthRetrying(outcome)) return null
  const backoff = random * baseMs * 2 ** (retry - 1)
  const asked = outcome.kind === 'status' ? (outcome.retryAfter ?? 0) * 1000 : 0
  const wait = Math.max(backoff, asked)
  return wait > longestWaitMs ? null : Math.round(wait)
}

/** Seconds from a Retry-After header, which holds seconds or an HTTP date; `null` if it is absent or unreadable. */
export const parseRetryAfter = (header: string | undefined, now: number): number | null => {
  const text = header?.trim() ?? ''
  // A number with hundreds of digits is invalid, and a receipt could not hold it.
  if (/^\d{1,15}(?:\.\d+)?$/.test(text)) return Number(text)
  if (!/[a-z]{3}/i.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}

export const outcomeOf = (sent: Sent, now: number): AttemptOutcome => {
  if (!sent.ok) return { kind: 'failure', failure: sent.failure }
  const { status, headers } = sent.response
  return { kind: 'status', status, retryAfter: parseRetryAfter(headers['retry-after'], now) }
}

/** Reason and time of retry number `retry` (from 1), for the screen. */
export const retryNotice = (outcome: AttemptOutcome, delayMs: number, retry: number): string => {
  const seconds = delayMs < 1000 ? 'a moment' : `${Math.ceil(delayMs / 1000)} s`
  const begin = `Trying again in ${seconds} (${retry} of ${maxRetries})`
  if (outcome.kind === 'status') return `${begin}: the service answered ${outcome.status}`
  const why =
    outcome.failure.code === 'service.connectionLost'
      ? 'the connection was lost'
      : 'the service could not be reached'
  return `${begin}: ${why}`
}
