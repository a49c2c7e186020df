import type { TokenState } from '#shared/settings/environment.ts'
import type { Clock } from '../../ports.ts'

/** A token in memory, with its time of receipt by both clocks. */
export interface HeldToken {
  readonly token: string
  /** State of the environment when the token was obtained: the token is valid for no other. */
  readonly place: string
  readonly lifetimeSeconds: number
  /** A remark on the lifetime for the user; otherwise empty. */
  readonly remark: string
  readonly obtainedAt: number
  readonly obtainedMonotonic: number
}

/** Ten years. Services that mean "never" send numbers beyond any calendar. */
const longestLifetime = 315_360_000

/** Holds a token that arrived just now. */
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
 * Seconds left, by the clock that moved further: the monotonic clock may stop while a laptop sleeps, and the wall clock
 * may be set back.
 */
export const secondsLeft = (held: HeldToken, clock: Clock): number => {
  const byWall = (clock.now() - held.obtainedAt) / 1000
  const byMonotonic = (clock.monotonic() - held.obtainedMonotonic) / 1000
  return held.lifetimeSeconds - Math.max(byWall, byMonotonic)
}

/** The token's state for the screen, without the token. */
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
