import { operations, type OperationName } from '#shared/express/operations.ts'
import type { AppError } from '#shared/errors.ts'
import { fail, type Result } from '#shared/result.ts'
import type { Environment } from '../environments/environment.ts'
import type { Environments } from '../environments/environments.ts'
import type { Sent } from '../platform/ports.ts'
import { createLimiter } from '../http/limiter.ts'
import { callTimeouts, limitsOf, maxResponseBytes } from '../http/timeouts.ts'
import type { Traffic } from '../http/traffic/traffic.ts'
import { type ExpressBody, sessionIn } from './body-for.ts'
import { withoutSession } from './without-session.ts'

/** Why a call may no longer be sent, for example after a change of environment; otherwise null. */
export type WhyNot = () => AppError | null

export const cancelled = {
  code: 'job.cancelled',
  message: 'The call was cancelled before anything was sent.',
} as const

export const addressOf = (operation: OperationName, { baseUrl }: Environment): string =>
  `${baseUrl}${operations[operation].path}`

export interface SendingNeeds {
  readonly environments: Pick<Environments, 'use'>
  /** Sends the calls, and records them in the program. */
  readonly traffic: Pick<Traffic, 'send'>
}

interface Call {
  readonly operation: OperationName
  readonly body: ExpressBody
  readonly signal: AbortSignal | undefined
}

/** The steps of every call: wait for a ready environment, take a turn, and make one attempt at a time. */
export const createSending = ({ environments, traffic }: SendingNeeds) => {
  const atOnce = new Map<string, number>()
  const limiter = createLimiter((environmentId) => atOnce.get(environmentId) ?? 1)
  return {
    /** Fails like `environments.use`; notes how many calls the environment allows at once. */
    makeReady: async (environmentId: string): Promise<Result<Environment>> => {
      const environment = await environments.use(environmentId)
      if (environment.ok) atOnce.set(environmentId, limitsOf(environment.value).callsAtOnce)
      return environment
    },
    /**
     * Where a call goes at this moment. Call this after getting the token and directly before sending; nothing is
     * checked later.
     */
    destination: async (environmentId: string, whyNot: WhyNot): Promise<Result<Environment>> => {
      const environment = await environments.use(environmentId)
      const refused = whyNot()
      return refused ? fail(refused) : environment
    },
    inTurn: limiter.run,
    /** Makes one attempt, counted from 1; token and session are removed from the answer, see {@link withoutSession}. */
    send: async (
      { operation, body, signal }: Call,
      environment: Environment,
      token: string,
      attempt: number,
    ): Promise<Sent> => {
      const sent = await traffic.send(
        {
          url: addressOf(operation, environment),
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json',
            authorization: `Bearer ${token}`,
          },
          body: JSON.stringify(body),
          timeouts: callTimeouts(environment),
          maxResponseBytes,
          freshConnection: !operations[operation].resendable,
          signal,
        },
        { environment, operation, attempt },
      )
      if (!sent.ok) return sent
      const text = withoutSession(sent.response.text, [token, ...sessionIn(body)])
      return { ...sent, response: { ...sent.response, text } }
    },
  }
}

export type Sending = ReturnType<typeof createSending>
