import type { HttpTransport, TransportFailure } from '../ports.ts'

/** Only for calls that compute, and the token call; submissions are never sent again. */
export const maxRetries = 3

const baseMs = 500
/** A service that asks for more patience than this gets none of ours: a person decides. */
const longestWaitMs = 60_000

export type AttemptOutcome =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter: number | null }
  | { readonly kind: 'failure'; readonly failure: Pick<TransportFailure, 'phase' | 'code'> }

const worthRetrying = (outcome: AttemptOutcome): boolean => {
  if (outcome.kind === 'status') return outcome.status === 429 || outcome.status >= 500
  const { code, phase } = outcome.failure
  if (code === 'service.timeout') return phase === 'notSent'
  return code === 'service.unreachable' || code === 'service.connectionLost'
}

/**
 * Milliseconds to wait before retry number `retry` (from 1), or `null` when there should be none. Exponential backoff
 * with full jitter (`random` in [0, 1)), never less than the service's own Retry-After.
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

/** Seconds from a Retry-After header: delta seconds or an HTTP date; `null` when there is none that can be read. */
export const parseRetryAfter = (header: string | undefined, now: number): number | null => {
  const text = header?.trim() ?? ''
  // A number of hundreds of digits is none, and could not be kept in a receipt.
  if (/^\d{1,15}(?:\.\d+)?$/.test(text)) return Number(text)
  if (!/[a-z]{3}/i.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}

/** What the policy looks at of an attempt. */
export const outcomeOf = (
  sent: Awaited<ReturnType<HttpTransport['send']>>,
  now: number,
): AttemptOutcome => {
  if (!sent.ok) return { kind: 'failure', failure: sent.failure }
  const { status, headers } = sent.response
  return { kind: 'status', status, retryAfter: parseRetryAfter(headers['retry-after'], now) }
}

/** Why try number `retry` (from 1) after the first is made and when, for the screen. */
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
