import { createListeners } from '#shared/listeners.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { TokenState } from '#shared/environments/environment.ts'
import type { Environment } from '../../environment.ts'
import type { Environments } from '../../environments.ts'
import type { Clock, Logger } from '../../../platform/ports.ts'
import type { Credentials } from '../credentials.ts'
import { cancelled, createFlights } from './flights.ts'
import { requestToken, type TokenRequestNeeds } from './token-request.ts'
import { defaultLifetimeSeconds, expiryOfJwt } from './token-response.ts'

/** Ten years in seconds, because services that mean "never" send numbers too large for a date. */
const longestLifetime = 315_360_000

/**
 * @param place - The environment's `place` when the token was obtained; the token is valid for no other.
 * @param remark - A remark on the lifetime for the user; otherwise empty.
 */
export const holdToken = (
  token: string,
  place: string,
  lifetimeSeconds: number,
  clock: Clock,
  remark = '',
) => ({
  token,
  place,
  remark,
  lifetimeSeconds: Math.min(lifetimeSeconds, longestLifetime),
  obtainedAt: clock.now(),
  obtainedMonotonic: clock.monotonic(),
})

type HeldToken = Readonly<ReturnType<typeof holdToken>>

/**
 * Seconds left, by the clock that advanced more, because the monotonic clock may stop while a
 * laptop sleeps and the wall clock may be set back.
 */
export const secondsLeft = (held: HeldToken, clock: Clock): number => {
  const byWall = (clock.now() - held.obtainedAt) / 1000
  const byMonotonic = (clock.monotonic() - held.obtainedMonotonic) / 1000
  return held.lifetimeSeconds - Math.max(byWall, byMonotonic)
}

export const tokenStateOf = (held: HeldToken | undefined, clock: Clock): TokenState => {
  if (!held) return { kind: 'none' }
  const validUntil = new Date(held.obtainedAt + held.lifetimeSeconds * 1000).toISOString()
  const left = secondsLeft(held, clock)
  const said = held.remark === '' ? {} : { remark: held.remark }
  return left > 0
    ? {
        kind: 'valid',
        obtainedAt: new Date(held.obtainedAt).toISOString(),
        validUntil,
        secondsLeft: Math.floor(left),
        ...said,
      }
    : { kind: 'expired', validUntil, ...said }
}

export interface TokenSourceNeeds extends TokenRequestNeeds {
  readonly environments: Pick<Environments, 'use'>
  readonly credentials: Pick<Credentials, 'read'>
  readonly logger: Logger
}

export interface TokenOptions {
  /** A token that expires sooner than this is renewed before use; 300 if absent. */
  readonly minimumSecondsLeft?: number
  /** A token that was obtained longer ago is renewed before use, unless that fails; no limit if absent. */
  readonly renewAfterSeconds?: number
  readonly signal?: AbortSignal | undefined
}

const earlySeconds = 300

const moved = {
  code: 'environment.other',
  message:
    'This environment was changed while its access token was obtained. Nothing was sent with it.',
  advice: 'Look at it under Settings, and do it again when it is right.',
} as const

const pastedIsOver = (message: string) =>
  fail({
    code: 'service.unauthorized',
    message,
    advice: 'Paste a new access token under Settings.',
  })

const pasted = (
  clock: Clock,
  { place }: Environment,
  value: string,
  savedAt: number,
): Result<HeldToken> => {
  const until = expiryOfJwt(value) ?? savedAt + defaultLifetimeSeconds * 1000
  const left = (until - clock.now()) / 1000
  return left > 0
    ? ok(holdToken(value, place, left, clock))
    : pastedIsOver('The pasted access token has expired.')
}

const obtain = async (
  needs: TokenSourceNeeds,
  isRefused: (id: string, token: string) => boolean,
  id: string,
  signal: AbortSignal,
): Promise<Result<HeldToken>> => {
  const environment = await needs.environments.use(id)
  if (!environment.ok) return environment
  const saved = await needs.credentials.read(id)
  if (!saved.ok) return saved
  const { credentials, savedAt } = saved.value
  // The environment may have changed while the keychain was read, so the credentials may belong to
  // the new address.
  const now = await needs.environments.use(id)
  if (!now.ok) return now
  const { place } = environment.value
  if (now.value.place !== place) return obtain(needs, isRefused, id, signal)
  if (credentials.style === 'accessToken') {
    return isRefused(id, credentials.value)
      ? pastedIsOver('The service refused the pasted access token.')
      : pasted(needs.clock, environment.value, credentials.value, savedAt)
  }
  // The last caller may have stopped waiting while the keychain was read.
  if (signal.aborted) return cancelled
  const answer = await requestToken(needs, environment.value, credentials, signal)
  if (!answer.ok) return answer
  const { token, lifetimeSeconds, remark } = answer.value
  return ok(holdToken(token, place, lifetimeSeconds, needs.clock, remark))
}

/** Access tokens per environment, in memory only. No token ever leaves the core or reaches a log. */
export const createTokenSource = (needs: TokenSourceNeeds) => {
  const { clock } = needs
  const held = new Map<string, HeldToken>()
  const refusedPasted = new Map<string, string>()
  const changes = createListeners<[environmentId: string]>()

  const keep = (id: string, token: HeldToken | null) => {
    if (token) held.set(id, token)
    else if (!held.delete(id)) return
    changes.tell(id)
  }

  const flights = createFlights<HeldToken>(
    (id, signal) => obtain(needs, (of, token) => refusedPasted.get(of) === token, id, signal),
    (id, token) => {
      keep(id, token)
      needs.logger.info(`token renewed for environment ${id}`)
    },
  )

  /** Call this after a change of credentials or environment: no earlier token is used again. */
  const forget = (id: string) => {
    flights.forget(id)
    refusedPasted.delete(id)
    keep(id, null)
  }

  return {
    /** Fails with `credentials.*`, `keychain.*`, `environment.*`, `service.*` or `job.cancelled`. */
    get: async (
      id: string,
      { minimumSecondsLeft, renewAfterSeconds, signal }: TokenOptions = {},
    ): Promise<Result<string>> => {
      const environment = await needs.environments.use(id)
      if (!environment.ok) return environment
      const { place } = environment.value
      const obtained = async (): Promise<Result<string>> => {
        const joined = await flights.join(id, signal)
        if (!joined.ok) return joined
        return joined.value.place === place ? ok(joined.value.token) : fail(moved)
      }
      const current = held.get(id)
      if (!current || current.place !== place) {
        // Something outside the program changed the environment, so its token must not be sent any more.
        if (current) forget(id)
        return obtained()
      }
      const needed = minimumSecondsLeft ?? Math.min(earlySeconds, current.lifetimeSeconds / 2)
      const isOld =
        current.lifetimeSeconds - secondsLeft(current, clock) > (renewAfterSeconds ?? Infinity)
      if (secondsLeft(current, clock) > needed && !isOld) return ok(current.token)
      const renewed = await obtained()
      if (renewed.ok || renewed.error.code === 'job.cancelled' || held.get(id) !== current)
        return renewed
      return secondsLeft(current, clock) > (minimumSecondsLeft ?? 0) ? ok(current.token) : renewed
    },
    /** Obtains a new token, even if the old one is still valid. */
    renew: async (id: string, signal?: AbortSignal) => {
      const renewed = await flights.join(id, signal)
      return renewed.ok ? ok(renewed.value.token) : renewed
    },
    /** Drops a token that the service refused; a newer token stays. */
    invalidate: (id: string, token: string) => {
      refusedPasted.set(id, token)
      if (held.get(id)?.token === token) keep(id, null)
    },
    forget,
    state: (id: string) => tokenStateOf(held.get(id), clock),
    onChange: changes.on,
  }
}

export type TokenSource = ReturnType<typeof createTokenSource>
