import { dayInWords } from '#shared/moments.ts'
import { limitsYear } from '#shared/savings/limits.ts'

const dayMs = 86_400_000

/**
 * Each year's limits are published in the November before it, so no version with these limits is older. Milliseconds
 * since 1970.
 */
export const madeAfter = Date.UTC(limitsYear - 1, 10, 1)
/** From here the clock is more likely wrong than this version still in use. */
const outOfUse = Date.UTC(limitsYear + 6, 0, 1)

/** Whether the clock shows a time when nobody uses this version any more. */
export const isFarAhead = (now: number): boolean => now >= outOfUse

const goesBy = 'Ages, the dates of receipts and secure connections go by it.'

/**
 * Sentences about an implausible clock and what depends on it, to follow “Check this computer’s clock.”; empty for a
 * plausible one. `newest` is the time of the newest submission of earlier runs; it says nothing if it is itself far
 * ahead.
 */
export const clockDoubt = (now: number, newest: number | null): string => {
  const shows = `It shows ${dayInWords(new Date(now).toISOString())}`
  if (isFarAhead(now))
    return `${shows}, years after this version of Glidepath was made. ${goesBy} Until it is right, sending anything again needs a reason.`
  if (now < madeAfter)
    return `${shows}, before this version of Glidepath was made. ${goesBy} What was sent before is recognized all the same.`
  if (newest === null || isFarAhead(newest) || now + dayMs >= newest) return ''
  return `${shows}, and the newest submission was recorded on ${dayInWords(new Date(newest).toISOString())}. ${goesBy} What was sent before is recognized all the same.`
}
