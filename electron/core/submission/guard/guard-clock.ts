import { newestLawYear } from '#shared/law/law-of.ts'
import { dayInWords } from '#shared/moments.ts'
import type { Clock } from '../../platform/ports.ts'

const dayMs = 86_400_000

/**
 * The earliest time at which this version can run, milliseconds since 1970: each year's limits are published in the
 * November before, so no version with these limits is older.
 */
const madeAfter = Date.UTC(newestLawYear - 1, 10, 1)
/** From this time on, the clock is more likely wrong than this version still in use. */
const outOfUse = Date.UTC(newestLawYear + 6, 0, 1)

/** Whether the clock shows a time when nobody uses this version any more. */
const isFarAhead = (now: number) => now >= outOfUse

const goesBy = 'Ages, the dates of receipts and secure connections go by it.'

/**
 * Sentences about an implausible clock and its consequences, to follow “Check this computer’s clock.”; empty for a
 * plausible clock. `newest` is the time of the newest submission; it is ignored if it is itself far
 * ahead.
 */
const clockDoubt = (now: number, newest: number | null) => {
  const shows = `It shows ${dayInWords(new Date(now).toISOString())}`
  if (isFarAhead(now))
    return `${shows}, years after this version of Glidepath was made. ${goesBy} Until it is right, sending anything again needs a reason.`
  if (now < madeAfter)
    return `${shows}, before this version of Glidepath was made. ${goesBy} What was sent before is recognized all the same.`
  if (newest === null || isFarAhead(newest) || now + dayMs >= newest) return ''
  return `${shows}, and the newest submission was recorded on ${dayInWords(new Date(newest).toISOString())}. ${goesBy} What was sent before is recognized all the same.`
}

/**
 * The time by which the guard against sending twice counts days.
 *
 * If a clock is set forward, a submission from a minute ago would seem a year old. So after the clock moves a day ahead
 * of the elapsed time, days count by the elapsed time. Elapsed time may exclude sleep; the guard then asks for a reason
 * longer than necessary, but never for too short a time. A clock that is far ahead from the start counts as the time of
 * this version, so that no accepted submission seems long ago. `newest` is the time of the newest submission.
 */
export const createGuardClock = (clock: Clock, newest: () => number | null = () => null) => {
  const startedAt = clock.now()
  const begun = clock.monotonic()
  const steady = () => startedAt + clock.monotonic() - begun
  /** Whole days by which the computer's clock moved ahead of the elapsed time; 0 if it did not. */
  const daysAhead = () => Math.max(0, Math.floor((clock.now() - steady()) / dayMs))
  const now = () => (daysAhead() > 0 ? steady() : clock.now())
  const doubt = () => clockDoubt(clock.now(), newest())
  return {
    /** Milliseconds since 1970, UTC. */
    now: () => (isFarAhead(now()) ? madeAfter : now()),
    daysAhead,
    /** The sentences of {@link clockDoubt} while the computer's clock is implausible; otherwise empty. */
    doubt,
    /**
     * The time from which the guard's days count, ISO 8601; null while the clock is implausible, so that no days count.
     */
    stamp: () => (doubt() === '' ? new Date(now()).toISOString() : null),
  }
}

export type GuardClock = ReturnType<typeof createGuardClock>
