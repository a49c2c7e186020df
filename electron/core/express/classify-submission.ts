import type { AppError } from '#shared/errors.ts'
import type { HttpResponse, TransportFailure } from '../ports.ts'
import { statusError } from '../http/status-error.ts'
import { transportError } from '../http/transport-error.ts'

/**
 * What is known about one submission after its attempt.
 *
 * `notSent` and `rejected` are said only where the service cannot have carried it out; whatever else did not end in a
 * readable answer is `inDoubt`, and only a person settles that.
 */
export type SubmissionAttempt =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly text: string
      readonly durationMs: number
      /** Seconds, when the service asked to wait; else `null`. */
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

/** Statuses that services answer before they do anything. 401 is here for when a renewed token was refused as well. */
const definiteRejections: ReadonlySet<number> = new Set([
  400, 401, 403, 404, 405, 413, 415, 422, 429,
])

/** Parsing more than this would hold up the program; whoever reads the answer finds out whether it is whole. */
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

const doubtAdvice =
  'Find out from the service or the record-keeper whether it was carried out, then settle it.'

export interface SubmissionContext {
  /** The operation's title. */
  readonly title: string
  readonly now: number
  readonly durationMs: number
  /** Taken out of every text. */
  readonly secrets: readonly string[]
}

/** What an answer means. Reading its content, such as `Success`, is not done here. */
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
  return definiteRejections.has(status)
    ? { kind: 'rejected', status, text, error }
    : {
        kind: 'inDoubt',
        status,
        text,
        error: { ...error, code: 'submission.inDoubt', advice: doubtAdvice },
      }
}

/** What a transport failure means. */
export const classifyFailure = (
  failure: TransportFailure,
  context: SubmissionContext,
): SubmissionAttempt => {
  const error = transportError(failure, context.secrets)
  return failure.phase === 'notSent'
    ? { kind: 'notSent', error }
    : { kind: 'inDoubt', error: { ...error, code: 'submission.inDoubt', advice: doubtAdvice } }
}
