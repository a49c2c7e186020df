import type { TokenState } from '#shared/settings/environment.ts'
import type { Clock } from '../../ports.ts'

/** A token in memory, with when it came by both clocks. */
export interface HeldToken {
  readonly token: string
  /** Of the environment it was obtained for, as it was then: it is good for no other. */
  readonly place: string
  readonly lifetimeSeconds: number
  /** What a person has to know of its lifetime; else empty. */
  readonly remark: string
  readonly obtainedAt: number
  readonly obtainedMonotonic: number
}

/** Ten years. Services that mean "never" say numbers that no calendar has. */
const longestLifetime = 315_360_000

/** A token that came just now. */
export const holdToken = (
  token: string,
  place: string,
  lifetimeSeconds: number,
  clock: Clock,
  remark = '',
): HeldToken => ({
  token,
  place,
  remark,
  lifetimeSeconds: Math.min(lifetimeSeconds, longestLifetime),
  obtainedAt: clock.now(),
  obtainedMonotonic: clock.monotonic(),
})

/**
 * Seconds left by the clock that has moved further: the monotonic one may stand still while a laptop sleeps, the wall
 * clock may be set back.
 */
export const secondsLeft = (held: HeldToken, clock: Clock): number => {
  const byWall = (clock.now() - held.obtainedAt) / 1000
  const byMonotonic = (clock.monotonic() - held.obtainedMonotonic) / 1000
  return held.lifetimeSeconds - Math.max(byWall, byMonotonic)
}

/** What the screen shows of it; the token itself is not part of that. */
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
