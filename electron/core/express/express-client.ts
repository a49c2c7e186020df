import {
  operations,
  type ComputeOperation,
  type OperationName,
  type SubmissionOperation,
} from '#shared/express/operations.ts'
import type { AppError } from '#shared/errors.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Environment } from '../environments/environment.ts'
import type { Clock, HttpRequest, HttpTransport } from '../ports.ts'
import type { TokenSource } from '../credentials/token/token-source.ts'
import { checkBody, secretsIn, type ExpressBody } from './body-for.ts'
import type { Traffic } from '../traffic/traffic.ts'
import {
  classifyAnswer,
  classifyFailure,
  type SubmissionAttempt,
  type SubmissionContext,
} from './classify-submission.ts'
import { createLimiter } from '../http/limiter.ts'
import {
  parseRetryAfter,
  retryDelay,
  retryNotice,
  type AttemptOutcome,
} from '../http/retry-policy.ts'
import { statusError } from '../http/status-error.ts'
import { callTimeouts, limitsOf, maxResponseBytes } from '../http/timeouts.ts'
import { transportError } from '../http/transport-error.ts'

/** The service's answer as it came; reading it is somebody else's work. */
export interface ExpressAnswer {
  readonly status: number
  readonly text: string
  /** From the first attempt to the last byte, waiting between attempts included, milliseconds. */
  readonly durationMs: number
}

export interface ExpressClientNeeds {
  readonly transport: HttpTransport
  readonly tokens: Pick<TokenSource, 'get' | 'invalidate'>
  /** Ready for a call, its base URL known. */
  readonly environment: (id: string) => Promise<Result<Environment>>
  readonly clock: Clock
  /** In [0, 1). */
  readonly random: () => number
  /** Sends and keeps a list of it; absent where nobody wants the list. */
  readonly traffic?: Pick<Traffic, 'send'>
  /** In place of the environment's own. */
  readonly timeouts?: HttpRequest['timeouts']
}

/**
 * Why it may not leave any more, for example since another environment was chosen; else null. Asked immediately before each
 * attempt.
 */
type WhyNot = () => AppError | null

export interface ComputeOptions {
  readonly whyNot?: WhyNot
  readonly signal?: AbortSignal
  /** Sentences for the screen while it takes longer. */
  readonly onProgress?: (detail: string) => void
}

export interface SubmitOptions {
  /** Must succeed before a byte leaves; called once, with token and connection slot already in hand. */
  readonly onBeforeFirstByte: () => Promise<Result<void>>
  readonly whyNot?: WhyNot
  readonly signal?: AbortSignal
}

export interface ExpressClient {
  /** Runs an operation that only computes; tries again by the retry policy. */
  compute(
    operation: ComputeOperation,
    environmentId: string,
    body: ExpressBody,
    options?: ComputeOptions,
  ): Promise<Result<ExpressAnswer>>
  /** Sends a submission once: sent again only after a 401, where nothing was carried out. */
  submit(
    operation: SubmissionOperation,
    environmentId: string,
    body: ExpressBody,
    options: SubmitOptions,
  ): Promise<SubmissionAttempt>
  /** Where an operation's requests go. */
  readonly urlOf: (operation: OperationName, environmentId: string) => Promise<Result<string>>
}

const moved = {
  code: 'input.invalid',
  message: 'The address of this environment has changed meanwhile, so the call was given up.',
  advice: 'Look at it again, and go on when it is right.',
} as const

const mayAlways: WhyNot = () => null

const cancelled = {
  code: 'job.cancelled',
  message: 'The call was cancelled before anything was sent.',
} as const

/** A 401 after which no new token could be had: the reason for that is what a person can do something about. */
const unrenewed = (refused: AppError, { message, advice }: AppError): AppError => ({
  ...refused,
  message: `${refused.message.replace(/[.\s]*$/, '.')} No new access token could be had: ${[message, advice].filter(Boolean).join(' ')}`,
})

export const createExpressClient = (needs: ExpressClientNeeds): ExpressClient => {
  const { tokens, clock, random } = needs
  const traffic = needs.traffic ?? needs.transport
  const atOnce = new Map<string, number>()
  const limiter = createLimiter((environmentId) => atOnce.get(environmentId) ?? 1)

  /** The environment ready for a call; takes note of how many it lets through. */
  const ready = async (environmentId: string): Promise<Result<Environment>> => {
    const environment = await needs.environment(environmentId)
    if (environment.ok) atOnce.set(environmentId, limitsOf(environment.value).callsAtOnce)
    return environment
  }

  /** Whether the environment still has the address that a call is for. A token is good for the address it came from only. */
  const isStillAt = async ({ id, baseUrl, place }: Environment): Promise<boolean> => {
    const now = await needs.environment(id)
    return now.ok && now.value.baseUrl === baseUrl && now.value.place === place
  }

  const addressOf = (operation: OperationName, { baseUrl }: Environment): string =>
    `${baseUrl}${operations[operation].path}`

  const urlOf: ExpressClient['urlOf'] = async (operation, environmentId) => {
    const environment = await needs.environment(environmentId)
    return environment.ok ? ok(addressOf(operation, environment.value)) : environment
  }

  const requestFor = (
    operation: OperationName,
    environment: Environment,
    token: string,
    body: string,
    signal?: AbortSignal,
  ): HttpRequest => ({
    url: addressOf(operation, environment),
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: `Bearer ${token}`,
    },
    body,
    timeouts: needs.timeouts ?? callTimeouts(environment),
    maxResponseBytes,
    freshConnection: !operations[operation].resendable,
    ...(signal ? { signal } : {}),
  })

  const compute: ExpressClient['compute'] = async (
    operation,
    environmentId,
    body,
    options = {},
  ) => {
    const { signal, onProgress, whyNot = mayAlways } = options
    const checked = checkBody(operation, body)
    if (!checked.ok) return checked
    const environment = await ready(environmentId)
    if (!environment.ok) return environment
    const text = JSON.stringify(body)
    const { title } = operations[operation]
    const started = clock.monotonic()
    let renewed = false
    let retry = 1
    let attempts = 0

    const attempt = (token: string) => {
      const request = requestFor(operation, environment.value, token, text, signal)
      const send = async (): Promise<Result<Awaited<ReturnType<HttpTransport['send']>>>> => {
        if (!(await isStillAt(environment.value))) return fail(moved)
        const refused = whyNot()
        if (refused) return fail(refused)
        attempts += 1
        const about = { environment: environment.value, operation, attempt: attempts }
        return ok(await traffic.send(request, about))
      }
      return limiter.run(environmentId, send, signal)
    }

    try {
      for (;;) {
        const token = await tokens.get(environmentId, signal ? { signal } : {})
        if (!token.ok) return token
        const attempted = await attempt(token.value)
        if (!attempted.ok) return attempted
        const sent = attempted.value
        if (sent.ok && sent.response.status >= 200 && sent.response.status <= 299) {
          const { status, text: answer } = sent.response
          return ok({ status, text: answer, durationMs: clock.monotonic() - started })
        }
        const secrets = [token.value, ...secretsIn(body)]
        if (sent.ok && sent.response.status === 401) {
          tokens.invalidate(environmentId, token.value)
          if (renewed) return fail(statusError(title, sent.response, clock.now(), secrets))
          renewed = true
          continue
        }
        const outcome: AttemptOutcome = sent.ok
          ? {
              kind: 'status',
              status: sent.response.status,
              retryAfter: parseRetryAfter(sent.response.headers['retry-after'], clock.now()),
            }
          : { kind: 'failure', failure: sent.failure }
        const delay = retryDelay(outcome, retry, random())
        if (delay === null) {
          return fail(
            sent.ok
              ? statusError(title, sent.response, clock.now(), secrets)
              : transportError(sent.failure, secrets),
          )
        }
        onProgress?.(retryNotice(outcome, delay, retry))
        await clock.sleep(delay, signal)
        retry += 1
      }
    } catch (cause) {
      if (signal?.aborted) return fail({ ...cancelled, message: 'The call was cancelled.' })
      throw cause
    }
  }

  const submit: ExpressClient['submit'] = async (
    operation,
    environmentId,
    body,
    { onBeforeFirstByte, signal, whyNot = mayAlways },
  ) => {
    const checked = checkBody(operation, body)
    if (!checked.ok) return { kind: 'notSent', error: checked.error }
    const environment = await ready(environmentId)
    if (!environment.ok) return { kind: 'notSent', error: environment.error }
    const text = JSON.stringify(body)
    const freshToken = () =>
      tokens.get(environmentId, { minimumSecondsLeft: 300, ...(signal ? { signal } : {}) })

    let attempts = 0
    const send = async (token: string, started: number): Promise<SubmissionAttempt> => {
      attempts += 1
      const about = { environment: environment.value, operation, attempt: attempts }
      const sent = await traffic.send(
        requestFor(operation, environment.value, token, text, signal),
        about,
      )
      const context: SubmissionContext = {
        title: operations[operation].title,
        now: clock.now(),
        durationMs: clock.monotonic() - started,
        secrets: [token, ...secretsIn(body)],
      }
      return sent.ok
        ? classifyAnswer(sent.response, context)
        : classifyFailure(sent.failure, context)
    }

    const attempt = async (): Promise<SubmissionAttempt> => {
      const token = await freshToken()
      if (!token.ok) return { kind: 'notSent', error: token.error }
      if (!(await isStillAt(environment.value))) return { kind: 'notSent', error: moved }
      const refused = whyNot()
      if (refused) return { kind: 'notSent', error: refused }
      const recorded = await onBeforeFirstByte()
      if (!recorded.ok) return { kind: 'notSent', error: recorded.error }
      if (signal?.aborted) return { kind: 'notSent', error: cancelled }
      // Writing it down takes its time.
      const lastWord = whyNot()
      if (lastWord) return { kind: 'notSent', error: lastWord }
      const started = clock.monotonic()
      const first = await send(token.value, started)
      if (first.kind !== 'rejected' || first.status !== 401) return first
      tokens.invalidate(environmentId, token.value)
      const renewed = await freshToken()
      if (!renewed.ok) return { ...first, error: unrenewed(first.error, renewed.error) }
      return (await isStillAt(environment.value)) && whyNot() === null
        ? send(renewed.value, started)
        : first
    }

    const progress = { begun: false }
    const begin = (): Promise<SubmissionAttempt> => {
      progress.begun = true
      return attempt()
    }
    try {
      return await limiter.run(environmentId, begin, signal)
    } catch (cause) {
      if (!progress.begun && signal?.aborted) return { kind: 'notSent', error: cancelled }
      throw cause
    }
  }

  return { compute, submit, urlOf }
}
