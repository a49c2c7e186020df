import PQueue from 'p-queue'
import { operations, type OperationName } from '#shared/express/operations.ts'
import type { AppError } from '#shared/errors.ts'
import { fail, type Result } from '#shared/result.ts'
import type { Environment } from '../environments/environment.ts'
import type { Environments } from '../environments/environments.ts'
import type { Sent } from '../platform/ports.ts'
import { callTimeouts, limitsOf, maxResponseBytes } from '../http/timeouts.ts'
import type { Traffic } from '../http/traffic/traffic.ts'
import { type ExpressBody, sessionIn } from './body-for.ts'
import type { AnswerReader } from './read/answer-reader.ts'

/** Why a service call may no longer be sent, for example after a change of environment; otherwise null. */
export type WhyNot = () => AppError | null

export const addressOf = (operation: OperationName, { baseUrl }: Environment): string =>
  `${baseUrl}${operations[operation].path}`

export interface SendingNeeds {
  readonly environments: Pick<Environments, 'use'>
  /** Sends requests, and records them in the list of service calls. */
  readonly traffic: Pick<Traffic, 'send'>
  /** Removes secrets from an answer; fails for one that takes too much memory or time. */
  readonly clean: AnswerReader['clean']
}

interface Call {
  readonly operation: OperationName
  readonly body: ExpressBody
  readonly signal?: AbortSignal | undefined
}

/** The steps of every service call: wait for a ready environment, wait for its turn, and make one attempt at a time. */
export const createSending = ({ environments, traffic, clean }: SendingNeeds) => {
  const queues = new Map<string, PQueue>()
  const queueOf = (environmentId: string): PQueue => {
    const queue = queues.get(environmentId) ?? new PQueue({ concurrency: 1 })
    queues.set(environmentId, queue)
    return queue
  }
  return {
    /** Makes an environment ready and applies its limit on service calls at once. Fails as `environments.use` does. */
    makeReady: async (environmentId: string): Promise<Result<Environment>> => {
      const environment = await environments.use(environmentId)
      if (environment.ok)
        queueOf(environmentId).concurrency = limitsOf(environment.value).callsAtOnce
      return environment
    },
    /**
     * Says where a service call must be sent right now. Use it after getting the token and directly
     * before sending, because nothing is checked later.
     */
    destination: async (environmentId: string, whyNot: WhyNot): Promise<Result<Environment>> => {
      const environment = await environments.use(environmentId)
      const refused = whyNot()
      return refused ? fail(refused) : environment
    },
    /** Runs service calls in order of arrival. Rejects with the signal's reason as soon as it is aborted. */
    inTurn: <T>(environmentId: string, call: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
      queueOf(environmentId).add(call, { signal }),
    /**
     * Makes attempt number `attempt`, counted from 1. Token and session are removed from the
     * answer, see `without-session.ts`.
     */
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
      const cleaned = await clean(sent.response.text, [token, ...sessionIn(body)])
      if (cleaned.ok) return { ...sent, response: { ...sent.response, text: cleaned.value } }
      const { message } = cleaned.error
      return {
        ok: false,
        failure: { phase: 'unknown', code: 'service.unreadable', message, details: '' },
      }
    },
  }
}

export type Sending = ReturnType<typeof createSending>
