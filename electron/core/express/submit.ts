import type { AppError } from '#shared/errors.ts'
import { operations, type SubmissionOperation } from '#shared/express/operations.ts'
import type { RefusalShape } from '#shared/environments/refusals.ts'
import type { Result } from '#shared/result.ts'
import type { Environment } from '../environments/environment.ts'
import type { TokenSource } from '../environments/credentials/token/token-source.ts'
import { mostParsed } from '../http/redact.ts'
import { statusError, transportError } from '../http/status-error.ts'
import type { Clock, HttpResponse, TransportFailure } from '../platform/ports.ts'
import { type ExpressBody, secretsIn } from './body-for.ts'
import { isServiceError, isTrustedRefusal, refusesToken } from './refusal.ts'
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

/** A gateway refuses the head of the request with these, so the service saw nothing. */
const refusalsOfHead: ReadonlySet<number> = new Set([407, 414, 431])

/** Statuses that come before any processing, if the service itself sends them. */
const refusalsOfService: ReadonlySet<number> = new Set([400, 403, 404, 405, 413, 415, 422, 429])

/** True if an error answer proves that nothing was carried out, unless it also claims success. */
const provesRefusal = (response: HttpResponse, trusted: readonly RefusalShape[]): boolean => {
  const { status, text } = response
  if (text.length > mostParsed) return false
  if (refusalsOfHead.has(status)) return true
  if (status === 401) return refusesToken(response)
  return refusalsOfService.has(status) && (isServiceError(text) || isTrustedRefusal(text, trusted))
}

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

/** Why an error answer that proves nothing leaves the submission in doubt; empty if the status alone says why. */
const whyDoubtful = ({ status, text }: HttpResponse): string => {
  const lacks =
    status === 401
      ? 'It does not name the access token as invalid or expired'
      : isServiceError(text)
        ? ''
        : 'It is not the service’s own error'
  return lacks === ''
    ? ''
    : `${lacks}, so another server on the way may have refused the answer after the service carried it out.`
}

const asSentence = (message: string): string => message.replace(/[.\s]*$/, '.')

const doubtAdvice =
  'Find out from the service or the recordkeeper whether it was carried out, then settle it.'

interface SubmissionContext {
  readonly title: string
  readonly now: number
  readonly durationMs: number
  /** Values to remove from every text. */
  readonly secrets: readonly string[]
  /** The shapes that the environment trusts as refusals. */
  readonly refusals: readonly RefusalShape[]
}

/**
 * Classifies an answer by its status and form. An error status rejects the submission only if the answer proves that
 * nothing was carried out (`refusal.ts`); if it claims `Success`, or proves nothing, the submission is in doubt.
 */
export const classifyAnswer = (
  response: HttpResponse,
  context: SubmissionContext,
): SubmissionAttempt => {
  const { status, text } = response
  const failed = () => statusError(context.title, response, context.now, context.secrets)
  if (status >= 200 && status <= 299) {
    if (isTrustedRefusal(text, context.refusals) && !claimsSuccess(text))
      return { kind: 'rejected', status, text, error: failed() }
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
  const error = failed()
  const inDoubt = (message: string): SubmissionAttempt => ({
    kind: 'inDoubt',
    status,
    text,
    error: { ...error, code: 'submission.inDoubt', message, advice: doubtAdvice },
  })
  if (status < 400 || status === 408 || status >= 500) return inDoubt(error.message)
  if (text.length <= mostParsed && claimsSuccess(text))
    return inDoubt(
      `${context.title} was answered with status ${status}, but the answer says that it succeeded.`,
    )
  if (provesRefusal(response, context.refusals)) return { kind: 'rejected', status, text, error }
  return inDoubt(`${asSentence(error.message)} ${whyDoubtful(response)}`.trim())
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
  message: `${asSentence(refused.message)} No new access token could be had: ${[message, advice].filter(Boolean).join(' ')}`,
})

/**
 * A submission's token has at least five minutes left, and is renewed after 15 minutes, because a service may end tokens
 * early and a 401 may be in doubt.
 */
const recentToken = { minimumSecondsLeft: 300, renewAfterSeconds: 900 } as const

const notSent = (error: AppError): SubmissionAttempt => ({ kind: 'notSent', error })

/**
 * Sends a submission once. Only a 401 that names the token as invalid or expired leads to a second attempt, and only if its
 * answer does not claim success, because only then is it certain that nothing was carried out.
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
  const freshToken = () => tokens.get(environmentId, recentToken)

  const sendOnce = async (to: Environment, token: string, started: number, attempt: number) => {
    const sent = await send({ operation, body }, to, token, attempt)
    const durationMs = clock.monotonic() - started
    const context = {
      title,
      now: clock.now(),
      durationMs,
      secrets: [token, ...secretsIn(body)],
      refusals: to.refusals ?? [],
    }
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
