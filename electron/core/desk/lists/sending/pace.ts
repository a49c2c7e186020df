import type { Clock } from '../../../ports.ts'

/** Spaces requests evenly, at most `perMinute` in a minute. */
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

/** Measures the outcomes of rows over the last minute; never more than the `perMinute` that are sent. */
export const createSpeed = (clock: Clock, perMinute: number | null) => {
  const began = clock.monotonic()
  /** Times of the outcomes in the last minute. */
  const done: number[] = []
  return {
    note: (): void => void done.push(clock.monotonic()),
    /** Rows an hour; null before the first outcome. */
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
