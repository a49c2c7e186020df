import type { Clock } from '../../ports.ts'
import { clockDoubt, isFarAhead, madeAfter } from './clock-doubt.ts'

/** The time by which the guard against sending twice counts days. */
export interface GuardClock {
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number
  /** Whole days that the computer's clock went forward beyond the time that passed; 0 where it did not. */
  readonly daysAhead: () => number
  /** What is said while the computer's clock can hardly be right, as {@link clockDoubt} has it; else empty. */
  readonly doubt: () => string
}

const dayMs = 86_400_000

/**
 * A computer's clock that is set forward makes what was accepted a minute ago a year old. So once it has gone forward by a day
 * more than the time that passed since this was made, days are counted by the time that passed. A computer that slept may not
 * have counted that time: the guard then asks for a reason longer than it must, never shorter. A clock that is far ahead from the
 * start counts as not later than this version, so that nothing that was accepted is long ago. `newest` is that of the journal.
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
