import type { Clock } from '../../ports.ts'

/** When the next request may begin, at most `perMinute` in a minute, evenly apart. */
export const createPace = (clock: Clock, perMinute: number | null) => {
  let next = clock.monotonic()
  return {
    /** Resolves when it is one's turn; rejects when `signal` is aborted first. */
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

/** How fast rows get their outcomes, over the last minute. */
export const createSpeed = (clock: Clock) => {
  const began = clock.monotonic()
  /** When the rows of the last minute got theirs. */
  const done: number[] = []
  return {
    note: (): void => void done.push(clock.monotonic()),
    /** Rows an hour; null while nothing has an outcome. */
    rowsPerHour: (): number | null => {
      const now = clock.monotonic()
      const first = done.findIndex((at) => at >= now - windowMs)
      done.splice(0, first === -1 ? done.length : first)
      const span = Math.min(windowMs, now - began)
      return done.length === 0 || span <= 0 ? null : (done.length / span) * 3_600_000
    },
  }
}
