import type { AppError } from '#shared/errors.ts'
import type { HttpResponse, TransportFailure } from '../ports.ts'
import { statusError } from '../http/status-error.ts'
import { transportError } from '../http/transport-error.ts'

/**
 * The outcome of one submission attempt, as far as it is known.
 *
 * `notSent` and `rejected` mean that the service cannot have carried it out. Any other end without a readable answer is
 * `inDoubt`, and only a person settles that.
 */
export type SubmissionAttempt =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly text: string
      readonly durationMs: number
      /** Seconds, if the service asked to wait; otherwise `null`. */
      readonly retryAfter: number | null
    }
  | { readonly kind: 'notSent'; readonly error: AppError }
  | {
      readonly kind: 'inDoubt'
      readonly error: AppError
      readonly status?: number
      readonly text?: string
    }
  | {
      readonly kind: 'rejected'
      readonly error: AppError
      readonly status: number
      readonly text: string
    }

/** Statuses that services answer before any processing. 401 counts because a renewed token was refused as well. */
const definiteRejections: ReadonlySet<number> = new Set([
  400, 401, 403, 404, 405, 413, 415, 422, 429,
])

/** Parsing a longer text here would block the program; the reader of the answer checks whether it is complete. */
const parsedHere = 200_000

const mayBeJson = (text: string): boolean => {
  if (text.length > parsedHere) return /^\s*[{[]/.test(text)
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * `Success` that is true, anywhere in a JSON or XML text of any length, in the forms that the reader of answers accepts.
 * A text that only quotes it counts as well: then a person asks the service once in vain.
 */
const claimsSuccess = /["<:]success[\s"\\]*[:>][\s"\\[]*(?:true|1\b)/i

const doubtAdvice =
  'Find out from the service or the record-keeper whether it was carried out, then settle it.'

interface SubmissionContext {
  /** The operation's title. */
  readonly title: string
  readonly now: number
  readonly durationMs: number
  /** Removed from every text. */
  readonly secrets: readonly string[]
}

/**
 * The outcome of an answer, by its status and form. `Success` counts only beside a status of refusal: if the answer
 * claims it, the submission is in doubt.
 */
export const classifyAnswer = (
  response: HttpResponse,
  context: SubmissionContext,
): SubmissionAttempt => {
  const { status, text } = response
  if (status >= 200 && status <= 299) {
    if (mayBeJson(text))
      return { kind: 'answered', status, text, durationMs: context.durationMs, retryAfter: null }
    return {
      kind: 'inDoubt',
      status,
      text,
      error: {
        code: 'submission.inDoubt',
        message: `${context.title} was answered with status ${status}, but the answer is empty, cut off or not JSON.`,
        advice: doubtAdvice,
        status,
      },
    }
  }
  const error = statusError(context.title, response, context.now, context.secrets)
  const doubt = { ...error, code: 'submission.inDoubt', advice: doubtAdvice } as const
  if (!definiteRejections.has(status)) return { kind: 'inDoubt', status, text, error: doubt }
  if (!claimsSuccess.test(text)) return { kind: 'rejected', status, text, error }
  const message = `${context.title} was answered with status ${status}, but the answer says that it succeeded.`
  return { kind: 'inDoubt', status, text, error: { ...doubt, message } }
}

/** The outcome of a transport failure. */
export const classifyFailure = (
  failure: TransportFailure,
  context: SubmissionContext,
): SubmissionAttempt => {
  const error = transportError(failure, context.secrets)
  return failure.phase === 'notSent'
    ? { kind: 'notSent', error }
    : { kind: 'inDoubt', error: { ...error, code: 'submission.inDoubt', advice: doubtAdvice } }
}
