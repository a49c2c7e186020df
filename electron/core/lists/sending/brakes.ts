import type { ListOptions } from '#shared/lists/list.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { timeInWords } from '#shared/moments.ts'
import type { Clock } from '../../ports.ts'
import { createPace } from './pace.ts'

/** Waited after a 429 that does not say how long, seconds. */
const usualWait = 30
/** A service that asks for longer than this is not waited for; a person decides. */
const longestWait = 3600
/** So many 429 one after the other, waits between them, and nothing accepted: waiting does not help. */
const mostWaits = 5

/** What makes a list that is being sent go slowly, wait, or pause. */
export interface Brakes {
  /** Begins nothing more; the first word stays. `why` is empty when a person asked for it. */
  readonly pause: (why: string) => void
  readonly isPaused: () => boolean
  /** What it waits for, or why it was paused; empty for neither. */
  readonly why: () => string
  /** Waits for the turn of a row; false where the list was paused before that. */
  readonly turn: () => Promise<boolean>
  /** Whether the next row may be sent after this outcome. */
  readonly judge: (receipt: Receipt) => void
}

export const createBrakes = (
  clock: Clock,
  { perMinute, stopAfterErrors }: Pick<ListOptions, 'perMinute' | 'stopAfterErrors'>,
  onMove: () => void,
): Brakes => {
  const stop = new AbortController()
  const pace = createPace(clock, perMinute)
  let why = ''
  let failures = 0
  let waits = 0
  let waitUntil = 0

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
    // Answers that were on their way together ask together: that is one wait.
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

    turn: async () => {
      try {
        do {
          await untilCalm()
          await pace.turn(stop.signal)
          // Asked to wait while it waited for its turn: then it is no longer its turn.
        } while (clock.monotonic() < waitUntil)
        return true
      } catch (cause) {
        if (stop.signal.aborted) return false
        throw cause
      }
    },

    judge: (receipt) => {
      if (receipt.status === 401)
        return pause(
          `${receipt.explanation.replace(/[.\s]*$/, '.')} Test the connection under Settings.`,
        )
      if (receipt.status === 429) return waitAsAsked(receipt)
      if (receipt.outcome === 'accepted') {
        waits = 0
        return undefined
      }
      failures += 1
      if (stopAfterErrors !== null && failures >= stopAfterErrors)
        pause(`${failures} ${failures === 1 ? 'row was' : 'rows were'} not accepted.`)
      return undefined
    },
  }
}
