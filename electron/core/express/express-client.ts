import { type ComputeOperation, operations } from '#shared/express/operations.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { outcomeOf, retryDelay, retryNotice } from '../http/retry-policy.ts'
import { statusError, transportError } from '../http/status-error.ts'
import type { Sent } from '../platform/ports.ts'
import { type ExpressBody, secretsIn } from './body-for.ts'
import { createSending, type Sending, type SendingNeeds, type WhyNot } from './sending.ts'
import { submit, type SubmitNeeds } from './submit.ts'

export interface ExpressAnswer {
  readonly status: number
  readonly text: string
  /** Milliseconds from the first attempt to the last byte, including the waits between attempts. */
  readonly durationMs: number
}

export interface ComputeOptions {
  readonly whyNot: WhyNot
  readonly signal?: AbortSignal | undefined
  /** Receives sentences for the screen during a long service call. */
  readonly onProgress?: (detail: string) => void
}

interface ComputeNeeds extends SubmitNeeds {
  /** Returns a number in [0, 1). */
  readonly random: () => number
}

/**
 * Runs an operation that only computes. Retries as the retry policy says, and once with a new token
 * after a 401.
 */
const compute = async (
  { tokens, clock, random }: ComputeNeeds,
  { makeReady, destination, inTurn, send }: Sending,
  operation: ComputeOperation,
  environmentId: string,
  body: ExpressBody,
  { signal, onProgress, whyNot }: ComputeOptions,
): Promise<Result<ExpressAnswer>> => {
  const ready = await makeReady(environmentId)
  if (!ready.ok) return ready
  const { title } = operations[operation]
  const started = clock.monotonic()
  let renewed = false
  let retry = 1
  let attempts = 0

  const attempt = async (token: string): Promise<Result<Sent>> => {
    const to = await destination(environmentId, whyNot)
    if (!to.ok) return to
    attempts += 1
    return ok(await send({ operation, body, signal }, to.value, token, attempts))
  }

  try {
    for (;;) {
      const token = await tokens.get(environmentId, { signal })
      if (!token.ok) return token
      const attempted = await inTurn(environmentId, () => attempt(token.value), signal)
      if (!attempted.ok) return attempted
      const sent = attempted.value
      if (sent.ok && sent.response.status >= 200 && sent.response.status <= 299) {
        const { status, text } = sent.response
        return ok({ status, text, durationMs: clock.monotonic() - started })
      }
      const error = () => {
        const secrets = [token.value, ...secretsIn(body)]
        return sent.ok
          ? statusError(title, sent.response, clock.now(), secrets)
          : transportError(sent.failure, secrets)
      }
      if (sent.ok && sent.response.status === 401) {
        tokens.invalidate(environmentId, token.value)
        if (renewed) return fail(error())
        renewed = true
        continue
      }
      const outcome = outcomeOf(sent, clock.now())
      const delay = retryDelay(outcome, retry, random())
      if (delay === null) return fail(error())
      onProgress?.(retryNotice(outcome, delay, retry))
      await clock.sleep(delay, signal)
      retry += 1
    }
  } catch (cause) {
    if (signal?.aborted) return fail({ code: 'job.cancelled', message: 'The call was cancelled.' })
    throw cause
  }
}

export const createExpressClient = (needs: SendingNeeds & ComputeNeeds) => {
  const sending = createSending(needs)
  return {
    compute: compute.bind(null, needs, sending),
    submit: submit.bind(null, needs, sending),
  }
}

export type ExpressClient = ReturnType<typeof createExpressClient>
