import type { AppError } from '#shared/errors.ts'
import type { HttpResponse } from '../ports.ts'
import { parseRetryAfter } from './retry-policy.ts'
import { readServiceError } from './service-error.ts'

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

/** Next step after a 404: every path is fixed, so the address before it is what can be wrong. */
export const checkBaseUrl =
  'Check the base URL under Settings: the service found nothing at this address.'

const asAsked = 'Wait as long as the service asks for, then try again.'

/** A plan in a blackout period takes no changes: nothing in the request is wrong. */
const afterBlackout = (message: string): string => {
  const until = /\b(?:until|through) [^.,;]+/i.exec(message)?.[0]
  return until === undefined
    ? 'Try again after the blackout period.'
    : `Try again after the blackout period, which lasts ${until.trim()}.`
}

const adviceFor = (status: number, retryAfter: number | null, message: string): string => {
  const code = codeOfStatus(status)
  const isBlackout = code === 'service.rejected' && /\bblackout\b/i.test(message)
  if ((code === 'service.busy' || isBlackout) && retryAfter !== null) return asAsked
  if (isBlackout) return afterBlackout(message)
  return status === 404 ? checkBaseUrl : adviceByCode[code]
}

/** The error for such a status; `what` names the call, for example "Express Forecast". */
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
