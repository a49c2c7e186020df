import type { Clock } from '../../ports.ts'
import { clockDoubt, isFarAhead, madeAfter } from './clock-doubt.ts'

/** The time by which the guard against sending twice counts days. */
export interface GuardClock {
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number
  /** Whole days by which the computer's clock moved ahead of the elapsed time; 0 if it did not. */
  readonly daysAhead: () => number
  /** The sentences of {@link clockDoubt} while the computer's clock is implausible; otherwise empty. */
  readonly doubt: () => string
}

const dayMs = 86_400_000

/**
 * A clock that is set forward would make a submission of a minute ago a year old. So after the clock moves a day ahead
 * of the elapsed time, days count by the elapsed time. Sleep may not count as elapsed time: the guard then asks for a
 * reason longer than necessary, never too short. A clock that is far ahead from the start counts as no later than this
 * version, so that no accepted submission seems long ago. `newest` comes from the journal.
 */
export const createGuardClock = (
  clock: Clock,
  newest: () => number | null = () => null,
): GuardClock => {
  const startedAt = clock.now()
  const begun = clock.monotonic()
  const steady = (): number => startedAt + clock.monotonic() - begun
  const daysAhead = (): number => Math.max(0, Math.floor((clock.now() - steady()) / dayMs))
  const now = (): number => (daysAhead() > 0 ? steady() : clock.now())
  return {
    now: () => (isFarAhead(now()) ? madeAfter : now()),
    daysAhead,
    doubt: () => clockDoubt(clock.now(), newest()),
  }
}
