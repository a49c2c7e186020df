import type { AppError } from '#shared/errors.ts'
import { operations, type SubmissionOperation } from '#shared/express/operations.ts'
import type { Result } from '#shared/result.ts'
import type { Environment } from '../environments/environment.ts'
import type { TokenSource } from '../environments/credentials/token/token-source.ts'
import { statusError, transportError } from '../http/status-error.ts'
import type { Clock, HttpResponse, TransportFailure } from '../platform/ports.ts'
import { type ExpressBody, secretsIn } from './body-for.ts'
import type { Sending, WhyNot } from './sending.ts'

/**
 * The outcome of one submission attempt, as far as it is known.
 *
 * `notSent` and `rejected` mean that the service cannot have carried it out. Any other attempt
 * without a readable answer is `inDoubt`, which only a person can settle.
 */
export type SubmissionAttempt =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly text: string
      readonly durationMs: number
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

/**
 * Statuses that come before any processing. 401 counts, because a renewed token was refused as well; with 407, 414 or 431
 * a gateway refuses the head of the request, so the service saw nothing.
 */
const definiteRejections: ReadonlySet<number> = new Set([
  400, 401, 403, 404, 405, 407, 413, 414, 415, 422, 429, 431,
])

/**
 * Longer texts, in characters, are not parsed here, because that would block the program. The
 * answer reader checks whether they are complete.
 */
const parsedHere = 200_000

const mayBeJson = (text: string) => {
  if (text.length > parsedHere) return /^\s*[{[]/.test(text)
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Escapes of JSON, and what the answer reader ignores in names. */
const escape = /\\+u([0-9a-f]{4})|[_\-\s\\]/gi

const trueSuccess = /["<:]success"*[:>]["[]*(?:true|1(?!\d))/i

/**
 * Whether a `Success` is true anywhere in a JSON or XML text of any length, in the forms that the answer reader accepts.
 * A text that only quotes it also matches; at worst a person then asks the service once without need.
 */
const claimsSuccess = (text: string) =>
  trueSuccess.test(
    text.replace(escape, (_all, code?: string) =>
      code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16)),
    ),
  )

const doubtAdvice =
  'Find out from the service or the recordkeeper whether it was carried out, then settle it.'

interface SubmissionContext {
  readonly title: string
  readonly now: number
  readonly durationMs: number
  /** Values to remove from every text. */
  readonly secrets: readonly string[]
}

/**
 * Classifies an answer by its status and form. If an answer with an error status claims `Success`,
 * the submission is in doubt.
 */
export const classifyAnswer = (
  response: HttpResponse,
  context: SubmissionContext,
): SubmissionAttempt => {
  const { status, text } = response
  if (status >= 200 && status <= 299) {
    if (mayBeJson(text)) return { kind: 'answered', status, text, durationMs: context.durationMs }
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
  if (!claimsSuccess(text)) return { kind: 'rejected', status, text, error }
  const message = `${context.title} was answered with status ${status}, but the answer says that it succeeded.`
  return { kind: 'inDoubt', status, text, error: { ...doubt, message } }
}

export const classifyFailure = (
  failure: TransportFailure,
  context: SubmissionContext,
): SubmissionAttempt => {
  const error = transportError(failure, context.secrets)
  return failure.phase === 'notSent'
    ? { kind: 'notSent', error }
    : { kind: 'inDoubt', error: { ...error, code: 'submission.inDoubt', advice: doubtAdvice } }
}

export interface SubmitOptions {
  /** Called once, when the token and the connection slot are ready. If it fails, no byte is sent. */
  readonly onBeforeFirstByte: () => Promise<Result<void>>
  readonly whyNot: WhyNot
}

export interface SubmitNeeds {
  readonly tokens: Pick<TokenSource, 'get' | 'invalidate'>
  readonly clock: Clock
}

/**
 * The error for a 401 after which no new token could be obtained. It gives the reason for that,
 * because that is what the user can act on.
 */
const unrenewed = (refused: AppError, { message, advice }: AppError): AppError => ({
  ...refused,
  message: `${refused.message.replace(/[.\s]*$/, '.')} No new access token could be had: ${[message, advice].filter(Boolean).join(' ')}`,
})

const notSent = (error: AppError): SubmissionAttempt => ({ kind: 'notSent', error })

/**
 * Sends a submission once. Only a 401 leads to a second attempt, and only if its answer does not
 * claim success, because only then is it certain that nothing was carried out.
 */
export const submit = async (
  { tokens, clock }: SubmitNeeds,
  { makeReady, destination, inTurn, send }: Sending,
  operation: SubmissionOperation,
  environmentId: string,
  body: ExpressBody,
  { onBeforeFirstByte, whyNot }: SubmitOptions,
): Promise<SubmissionAttempt> => {
  const ready = await makeReady(environmentId)
  if (!ready.ok) return notSent(ready.error)
  const { title } = operations[operation]
  const freshToken = () => tokens.get(environmentId, { minimumSecondsLeft: 300 })

  const sendOnce = async (to: Environment, token: string, started: number, attempt: number) => {
    const sent = await send({ operation, body }, to, token, attempt)
    const durationMs = clock.monotonic() - started
    const context = { title, now: clock.now(), durationMs, secrets: [token, ...secretsIn(body)] }
    return sent.ok ? classifyAnswer(sent.response, context) : classifyFailure(sent.failure, context)
  }

  return inTurn(environmentId, async () => {
    const token = await freshToken()
    if (!token.ok) return notSent(token.error)
    const recorded = await onBeforeFirstByte()
    if (!recorded.ok) return notSent(recorded.error)
    const to = await destination(environmentId, whyNot)
    if (!to.ok) return notSent(to.error)
    const started = clock.monotonic()
    const first = await sendOnce(to.value, token.value, started, 1)
    if (first.kind !== 'rejected' || first.status !== 401) return first
    tokens.invalidate(environmentId, token.value)
    const renewed = await freshToken()
    if (!renewed.ok) return { ...first, error: unrenewed(first.error, renewed.error) }
    const again = await destination(environmentId, whyNot)
    return again.ok ? sendOnce(again.value, renewed.value, started, 2) : first
  })
}
