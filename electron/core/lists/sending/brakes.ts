import type { ListOptions } from '#shared/lists/list.ts'
import { mootOf } from '#shared/receipt/standing.ts'
import { timeInWords } from '#shared/moments.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { Clock } from '../../platform/ports.ts'

export const createPace = (clock: Clock, perMinute: number | null) => {
  let next = clock.monotonic()
  return {
    /** Resolves when the turn comes; rejects if `signal` is aborted first. */
    turn: async (signal: AbortSignal): Promise<void> => {
      if (perMinute === null) return
      const mine = Math.max(next, clock.monotonic())
      next = mine + 60_000 / perMinute
      const wait = mine - clock.monotonic()
      if (wait > 0) await clock.sleep(wait, signal)
    },
  }
}

const windowMs = 60_000

/** Rate of outcomes over the last minute, in rows; never more than `perMinute`, the environment's limit. */
export const createSpeed = (clock: Clock, perMinute: number | null) => {
  const began = clock.monotonic()
  const done: number[] = []
  return {
    note: (): void => void done.push(clock.monotonic()),
    rowsPerHour: (): number | null => {
      const now = clock.monotonic()
      const first = done.findIndex((at) => at >= now - windowMs)
      done.splice(0, first === -1 ? done.length : first)
      const span = Math.min(windowMs, now - began)
      if (done.length === 0 || span <= 0) return null
      const measured = (done.length / span) * 3_600_000
      return perMinute === null ? measured : Math.min(measured, perMinute * 60)
    },
  }
}

/** Wait after a 429 that names no time, seconds. */
const usualWait = 30
/** If a service asks for a longer wait, a person decides; seconds. */
const longestWait = 3600
/** After this many waits for a 429 in a row without an accepted row, the list pauses, because waiting does not help. */
const mostWaits = 5

export const createBrakes = (
  clock: Clock,
  { perMinute, stopAfterErrors }: ListOptions,
  onMove: () => void,
) => {
  const stop = new AbortController()
  const pace = createPace(clock, perMinute)
  let why = ''
  let failures = 0
  let waits = 0
  let waitUntil = 0

  /** Starts nothing more and keeps the first reason, which is empty if a person asked for the pause. */
  const pause = (reason: string): void => {
    if (stop.signal.aborted) return
    why = reason
    stop.abort()
  }

  const untilCalm = async (): Promise<void> => {
    while (clock.monotonic() < waitUntil) {
      await clock.sleep(waitUntil - clock.monotonic(), stop.signal)
      if (clock.monotonic() >= waitUntil) why = ''
      onMove()
    }
  }

  const waitAsAsked = (receipt: Receipt): void => {
    const seconds = receipt.retryAfter ?? usualWait
    const until = clock.monotonic() + seconds * 1000
    // Answers to rows sent at the same time all ask for the same wait.
    if (clock.monotonic() >= waitUntil) waits += 1
    waitUntil = Math.max(waitUntil, until)
    if (seconds > longestWait || waits > mostWaits) {
      pause(
        `The service answers that it is too busy${seconds > longestWait ? ` and asks to wait ${Math.ceil(seconds / 60)} minutes` : ''}. Go on later.`,
      )
      return
    }
    const at = timeInWords(clock.now() + seconds * 1000)
    why = `The service asked to wait ${Math.ceil(seconds)} seconds. It goes on by itself at ${at}.`
  }

  return {
    pause,
    isPaused: () => stop.signal.aborted,
    why: () => why,

    /** Waits for the turn of a row; false if the list was paused first. */
    turn: async (): Promise<boolean> => {
      try {
        do {
          await untilCalm()
          await pace.turn(stop.signal)
          // Another wait may have begun during this one.
        } while (clock.monotonic() < waitUntil)
        return !stop.signal.aborted
      } catch (cause) {
        if (stop.signal.aborted) return false
        throw cause
      }
    },

    judge: (receipt: Receipt): void => {
      const { status, outcome, explanation } = receipt
      if (status === 401)
        pause(`${explanation.replace(/[.\s]*$/, '.')} Test the connection under Settings.`)
      else if (status === 429) waitAsAsked(receipt)
      else if (outcome === 'accepted' || mootOf(receipt) !== null) waits = 0
      else {
        failures += 1
        if (stopAfterErrors !== null && failures >= stopAfterErrors)
          pause(
            `It pauses after ${failures} ${failures === 1 ? 'row that failed or is' : 'rows that failed or are'} in doubt.`,
          )
      }
    },
  }
}

export type Brakes = ReturnType<typeof createBrakes>
