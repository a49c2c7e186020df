import type { TokenState } from '#shared/settings/environment.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Credentials } from '../credentials.ts'
import type { Environment } from '../../environments/environment.ts'
import type { Environments } from '../../environments/environments.ts'
import type { Logger } from '../../ports.ts'
import { holdToken, secondsLeft, tokenStateOf, type HeldToken } from './held-token.ts'
import { cancelled, orCancelled } from './or-cancelled.ts'
import { requestToken, type TokenRequestNeeds } from './token-request.ts'
import { defaultLifetimeSeconds, expiryOfJwt } from './token-response.ts'

export interface TokenSourceNeeds extends TokenRequestNeeds {
  readonly environments: Pick<Environments, 'use'>
  readonly credentials: Pick<Credentials, 'read'>
  readonly logger: Logger
}

export interface TokenOptions {
  /** Renew first when fewer are left; 300 when absent. */
  readonly minimumSecondsLeft?: number
  readonly signal?: AbortSignal
}

/** Access tokens per environment, in memory only. No token ever leaves the core or reaches a log. */
export interface TokenSource {
  /** Fails with `credentials.*`, `keychain.*`, `environment.*`, `service.*` or `job.cancelled`. */
  get(environmentId: string, options?: TokenOptions): Promise<Result<string>>
  /** A new one now, whatever is left of the old. */
  renew(environmentId: string, signal?: AbortSignal): Promise<Result<string>>
  /** The service refused this token; a newer one that came meanwhile stays. */
  invalidate(environmentId: string, token: string): void
  /** After credentials or the environment changed: nothing obtained with the old ones is used again. */
  forget(environmentId: string): void
  state(environmentId: string): TokenState
  onChange(listener: (environmentId: string) => void): () => void
}

const earlySeconds = 300

const moved = {
  code: 'environment.other',
  message:
    'This environment was changed while its access token was obtained. Nothing was sent with it.',
  advice: 'Look at it under Settings, and do it again when it is right.',
} as const

/** A token call on its way and how many wait for it. */
interface Flight {
  readonly promise: Promise<Result<HeldToken>>
  readonly stop: AbortController
  waiting: number
}

const pastedIsOver = (message: string) =>
  fail({
    code: 'service.unauthorized',
    message,
    advice: 'Paste a new access token under Settings.',
  })

export const createTokenSource = (needs: TokenSourceNeeds): TokenSource => {
  const { clock, logger } = needs
  const held = new Map<string, HeldToken>()
  const flights = new Map<string, Flight>()
  const refusedPasted = new Map<string, string>()
  const listeners = new Set<(environmentId: string) => void>()

  const keep = (id: string, token: HeldToken | null): void => {
    if (token) held.set(id, token)
    else if (!held.delete(id)) return
    for (const listener of listeners) listener(id)
  }

  const forget = (id: string): void => {
    flights.delete(id)
    refusedPasted.delete(id)
    keep(id, null)
  }

  const pasted = (
    { id, place }: Environment,
    value: string,
    savedAt: number,
  ): Result<HeldToken> => {
    if (refusedPasted.get(id) === value)
      return pastedIsOver('The service refused the pasted access token.')
    const until = expiryOfJwt(value) ?? savedAt + defaultLifetimeSeconds * 1000
    const left = (until - clock.now()) / 1000
    return left > 0
      ? ok(holdToken(value, place, left, clock))
      : pastedIsOver('The pasted access token has expired.')
  }

  const obtain = async (id: string, signal: AbortSignal): Promise<Result<HeldToken>> => {
    const environment = await needs.environments.use(id)
    if (!environment.ok) return environment
    const saved = await needs.credentials.read(id)
    if (!saved.ok) return saved
    const { credentials, savedAt } = saved.value
    // Changed while the keychain was read: these may be the credentials of the new address.
    const now = await needs.environments.use(id)
    if (!now.ok) return now
    if (now.value.place !== environment.value.place) return obtain(id, signal)
    if (credentials.style === 'accessToken')
      return pasted(environment.value, credentials.value, savedAt)
    // The last one who waited left while the keychain was read.
    if (signal.aborted) return cancelled()
    const answer = await requestToken(needs, environment.value, credentials, signal)
    return answer.ok
      ? ok(
          holdToken(
            answer.value.token,
            environment.value.place,
            answer.value.lifetimeSeconds,
            clock,
            answer.value.remark,
          ),
        )
      : answer
  }

  const land = async (id: string, flight: Flight): Promise<Result<HeldToken>> => {
    const { signal } = flight.stop
    try {
      const obtained = await obtain(id, signal)
      if (signal.aborted) return cancelled()
      // Forgotten meanwhile: what came was obtained with what no longer counts, so it is obtained again.
      if (flights.get(id) !== flight) return await join(id, signal)
      if (!obtained.ok) return obtained
      keep(id, obtained.value)
      logger.info(`token renewed for environment ${id}`)
      return obtained
    } finally {
      if (flights.get(id) === flight) flights.delete(id)
    }
  }

  /** One call at a time for each environment. */
  const fly = (id: string): Flight => {
    const running = flights.get(id)
    if (running) return running
    const { promise, resolve, reject } = Promise.withResolvers<Result<HeldToken>>()
    const flight: Flight = { promise, stop: new AbortController(), waiting: 0 }
    flights.set(id, flight)
    land(id, flight).then(resolve, reject)
    return flight
  }

  /**
   * Waits for the call under way, or starts one. Nobody can cancel it for the others; when the last one who waited has
   * left, it is stopped, so that the next one does not wait for a service that hangs.
   */
  const join = async (id: string, signal: AbortSignal | undefined): Promise<Result<HeldToken>> => {
    const flight = fly(id)
    flight.waiting += 1
    try {
      return await orCancelled(flight.promise, signal)
    } finally {
      flight.waiting -= 1
      if (flight.waiting === 0 && signal?.aborted) {
        if (flights.get(id) === flight) flights.delete(id)
        flight.stop.abort()
      }
    }
  }

  return {
    get: async (id, { minimumSecondsLeft, signal } = {}) => {
      const environment = await needs.environments.use(id)
      if (!environment.ok) return environment
      const { place } = environment.value
      const obtained = async (): Promise<Result<string>> => {
        const joined = await join(id, signal)
        if (!joined.ok) return joined
        return joined.value.place === place ? ok(joined.value.token) : fail(moved)
      }
      const current = held.get(id)
      if (current && current.place !== place) {
        // Changed behind the program's back: what was obtained for it before goes nowhere any more.
        forget(id)
        return obtained()
      }
      if (current) {
        const left = secondsLeft(current, clock)
        const needed = minimumSecondsLeft ?? Math.min(earlySeconds, current.lifetimeSeconds / 2)
        if (left > needed) return ok(current.token)
        if (minimumSecondsLeft === undefined && left > 0) {
          const renewed = await obtained()
          const stillGood =
            !renewed.ok && renewed.error.code !== 'job.cancelled' && secondsLeft(current, clock) > 0
          return stillGood && held.get(id) === current ? ok(current.token) : renewed
        }
      }
      return obtained()
    },
    renew: async (id, signal) => {
      const renewed = await join(id, signal)
      return renewed.ok ? ok(renewed.value.token) : renewed
    },
    invalidate: (id, token) => {
      refusedPasted.set(id, token)
      if (held.get(id)?.token === token) keep(id, null)
    },
    forget,
    state: (id) => tokenStateOf(held.get(id), clock),
    onChange: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
