import { operations, type OperationName } from '#shared/express/operations.ts'
import type { AppError } from '#shared/errors.ts'
import type { Result } from '#shared/result.ts'
import type { Environment } from '../environments/environment.ts'
import type { Environments } from '../environments/environments.ts'
import type { HttpRequest, HttpTransport } from '../ports.ts'
import { createLimiter } from '../http/limiter.ts'
import { callTimeouts, limitsOf, maxResponseBytes } from '../http/timeouts.ts'
import type { Traffic } from '../traffic/traffic.ts'

/**
 * Why it may not leave any more, for example since another environment was chosen; else null. Asked immediately before each
 * attempt.
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

/** Where an operation's requests go. */
export const addressOf = (operation: OperationName, { baseUrl }: Environment): string =>
  `${baseUrl}${operations[operation].path}`

export interface SendingNeeds {
  readonly transport: HttpTransport
  readonly environments: Pick<Environments, 'use'>
  /** Sends and keeps a list of it; absent where nobody wants the list. */
  readonly traffic?: Pick<Traffic, 'send'>
  /** In place of the environment's own. */
  readonly timeouts?: HttpRequest['timeouts']
}

/** What goes out. `attempt` counts from 1. */
interface Outgoing {
  readonly operation: OperationName
  readonly environment: Environment
  readonly token: string
  readonly body: string
  readonly attempt: number
  readonly signal: AbortSignal | undefined
}

/** What every call does: to an environment that is ready for it, in its turn, one attempt at a time. */
export const createSending = (needs: SendingNeeds) => {
  const traffic = needs.traffic ?? needs.transport
  const atOnce = new Map<string, number>()
  const limiter = createLimiter((environmentId) => atOnce.get(environmentId) ?? 1)
  return {
    /** The environment ready for a call; takes note of how many it lets through. */
    ready: async (environmentId: string): Promise<Result<Environment>> => {
      const environment = await needs.environments.use(environmentId)
      if (environment.ok) atOnce.set(environmentId, limitsOf(environment.value).callsAtOnce)
      return environment
    },
    /** Whether the environment still has the address that a call is for. A token is good for the address it came from only. */
    isStillAt: async ({ id, baseUrl, place }: Environment): Promise<boolean> => {
      const now = await needs.environments.use(id)
      return now.ok && now.value.baseUrl === baseUrl && now.value.place === place
    },
    /** As {@link createLimiter}. */
    inTurn: limiter.run,
    send: ({ operation, environment, token, body, attempt, signal }: Outgoing) =>
      traffic.send(
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
      ),
  }
}

export type Sending = ReturnType<typeof createSending>
