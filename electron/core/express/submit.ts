import { operations, type SubmissionOperation } from '#shared/express/operations.ts'
import type { AppError } from '#shared/errors.ts'
import type { Result } from '#shared/result.ts'
import type { Clock } from '../ports.ts'
import type { TokenSource } from '../credentials/token/token-source.ts'
import { checkBody, secretsIn, sessionIn, type ExpressBody } from './body-for.ts'
import { classifyAnswer, classifyFailure, type SubmissionAttempt } from './classify-submission.ts'
import { cancelled, mayAlways, moved, type Sending, type WhyNot } from './sending.ts'

export interface SubmitOptions {
  /** Must succeed before a byte leaves; called once, when the token and the connection slot are already there. */
  readonly onBeforeFirstByte: () => Promise<Result<void>>
  readonly whyNot?: WhyNot
  readonly signal?: AbortSignal
}

export interface SubmitNeeds {
  readonly tokens: Pick<TokenSource, 'get' | 'invalidate'>
  readonly clock: Clock
}

/** A 401 without a renewed token: the user can only act on the reason that no token came. */
const unrenewed = (refused: AppError, { message, advice }: AppError): AppError => ({
  ...refused,
  message: `${refused.message.replace(/[.\s]*$/, '.')} No new access token could be had: ${[message, advice].filter(Boolean).join(' ')}`,
})

const notSent = (error: AppError): SubmissionAttempt => ({ kind: 'notSent', error })

/**
 * Sends a submission once. Only a 401 leads to a second attempt, and only if its answer does not claim success, because
 * then nothing was carried out.
 */
export const submit = async (
  { tokens, clock }: SubmitNeeds,
  { ready, isStillAt, inTurn, send }: Sending,
  operation: SubmissionOperation,
  environmentId: string,
  body: ExpressBody,
  { onBeforeFirstByte, signal, whyNot = mayAlways }: SubmitOptions,
): Promise<SubmissionAttempt> => {
  const checked = checkBody(operation, body)
  if (!checked.ok) return notSent(checked.error)
  const environment = await ready(environmentId)
  if (!environment.ok) return notSent(environment.error)
  const call = {
    ...{ operation, environment: environment.value, signal },
    ...{ body: JSON.stringify(body), session: sessionIn(body) },
  }
  const { title } = operations[operation]
  const freshToken = () =>
    tokens.get(environmentId, { minimumSecondsLeft: 300, ...(signal ? { signal } : {}) })

  const sendOnce = async (token: string, started: number, attempt: number) => {
    const sent = await send({ ...call, token, attempt })
    const durationMs = clock.monotonic() - started
    const context = { title, now: clock.now(), durationMs, secrets: [token, ...secretsIn(body)] }
    return sent.ok ? classifyAnswer(sent.response, context) : classifyFailure(sent.failure, context)
  }

  const attempt = async (): Promise<SubmissionAttempt> => {
    const token = await freshToken()
    if (!token.ok) return notSent(token.error)
    if (!(await isStillAt(call.environment))) return notSent(moved)
    const refused = whyNot()
    if (refused) return notSent(refused)
    const recorded = await onBeforeFirstByte()
    if (!recorded.ok) return notSent(recorded.error)
    if (signal?.aborted) return notSent(cancelled)
    // Writing the intent takes time, so the destination is checked once more.
    const lastWord = whyNot()
    if (lastWord) return notSent(lastWord)
    const started = clock.monotonic()
    const first = await sendOnce(token.value, started, 1)
    if (first.kind !== 'rejected' || first.status !== 401) return first
    tokens.invalidate(environmentId, token.value)
    const renewed = await freshToken()
    if (!renewed.ok) return { ...first, error: unrenewed(first.error, renewed.error) }
    return (await isStillAt(call.environment)) && whyNot() === null
      ? sendOnce(renewed.value, started, 2)
      : first
  }

  const progress = { begun: false }
  const begin = (): Promise<SubmissionAttempt> => {
    progress.begun = true
    return attempt()
  }
  try {
    return await inTurn(environmentId, begin, signal)
  } catch (cause) {
    if (!progress.begun && signal?.aborted) return notSent(cancelled)
    throw cause
  }
}
