import { operations, type OperationName } from '#shared/express/operations.ts'
import type { AppError } from '#shared/errors.ts'
import type { Result } from '#shared/result.ts'
import type { Environment } from '../environments/environment.ts'
import type { Environments } from '../environments/environments.ts'
import type { HttpRequest, HttpTransport } from '../ports.ts'
import { createLimiter } from '../http/limiter.ts'
import { callTimeouts, limitsOf, maxResponseBytes } from '../http/timeouts.ts'
import type { Traffic } from '../http/traffic/traffic.ts'
import { withoutSecrets } from './without-secrets.ts'

/**
 * Why a call may not leave any more, for example after a change of environment; otherwise null. It is asked immediately
 * before each attempt.
 */
export type WhyNot = () => AppError | null

export const mayAlways: WhyNot = () => null

export const moved = {
  code: 'input.invalid',
  message: 'The address of this environment has changed meanwhile, so the call was given up.',
  advice: 'Look at it again, and go on when it is right.',
} as const

export const cancelled = {
  code: 'job.cancelled',
  message: 'The call was cancelled before anything was sent.',
} as const

export const addressOf = (operation: OperationName, { baseUrl }: Environment): string =>
  `${baseUrl}${operations[operation].path}`

export interface SendingNeeds {
  readonly transport: HttpTransport
  readonly environments: Pick<Environments, 'use'>
  /** Sends and records the calls; absent if they are not recorded. */
  readonly traffic?: Pick<Traffic, 'send'>
  /** Replaces the environment's own time-outs. */
  readonly timeouts?: HttpRequest['timeouts']
}

/** One outgoing request. `attempt` counts from 1. */
interface Outgoing {
  readonly operation: OperationName
  readonly environment: Environment
  readonly token: string
  readonly body: string
  /** SID and Cookie in the body. */
  readonly session: readonly string[]
  readonly attempt: number
  readonly signal: AbortSignal | undefined
}

/** The steps of every call: a ready environment, a turn, and one attempt at a time. */
export const createSending = (needs: SendingNeeds) => {
  const traffic = needs.traffic ?? needs.transport
  const atOnce = new Map<string, number>()
  const limiter = createLimiter((environmentId) => atOnce.get(environmentId) ?? 1)
  return {
    /** Returns the environment ready for a call, and notes how many calls it allows at once. */
    ready: async (environmentId: string): Promise<Result<Environment>> => {
      const environment = await needs.environments.use(environmentId)
      if (environment.ok) atOnce.set(environmentId, limitsOf(environment.value).callsAtOnce)
      return environment
    },
    /**
     * Whether the environment still has the call's address. A token is valid only for the address that it came from.
     */
    isStillAt: async ({ id, baseUrl, place }: Environment): Promise<boolean> => {
      const now = await needs.environments.use(id)
      return now.ok && now.value.baseUrl === baseUrl && now.value.place === place
    },
    inTurn: limiter.run,
    /** Makes one attempt; token and session are removed from the answer, see {@link withoutSecrets}. */
    send: async ({ operation, environment, token, body, session, attempt, signal }: Outgoing) => {
      const sent = await traffic.send(
        {
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
        },
        { environment, operation, attempt },
      )
      if (!sent.ok) return sent
      const text = withoutSecrets(sent.response.text, [token, ...session])
      return { ...sent, response: { ...sent.response, text } }
    },
  }
}

export type Sending = ReturnType<typeof createSending>
