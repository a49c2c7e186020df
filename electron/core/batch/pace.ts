import type { Clock } from '../ports.ts'

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
  const done: number[] = []
  let from = 0
  return {
    note: (): void => void done.push(clock.monotonic()),
    /** Rows an hour; null while nothing has an outcome. */
    rowsPerHour: (): number | null => {
      const now = clock.monotonic()
      while (from < done.length && (done[from] ?? 0) < now - windowMs) from += 1
      if (from > 10_000) done.splice(0, from)
      if (from > done.length) from = 0
      const span = Math.min(windowMs, now - began)
      return done.length - from === 0 || span <= 0 ? null : ((done.length - from) / span) * 3_600_000
    },
  }
}
