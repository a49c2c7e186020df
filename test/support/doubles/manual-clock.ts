import type { Clock } from '#electron/core/platform/ports.ts'

/** A clock that only the test moves. `sleep` ends at once, advances both clocks, and is recorded in `slept`. */
export interface ManualClock extends Clock {
  readonly slept: readonly number[]
  /** Moves both clocks, as passing time does. */
  advance(ms: number): void
  /**
   * Moves only the wall clock, as when somebody sets the clock or a laptop sleeps (which stops the
   * monotonic clock).
   */
  setBy(ms: number): void
}

export const createManualClock = (start = Date.UTC(2026, 10, 20, 12)): ManualClock => {
  let wall = start
  let monotonic = 5000
  const slept: number[] = []
  const advance = (ms: number): void => {
    wall += ms
    monotonic += ms
  }
  return {
    slept,
    advance,
    setBy: (ms) => {
      wall += ms
    },
    now: () => wall,
    monotonic: () => monotonic,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted()
      slept.push(ms)
      advance(ms)
      await Promise.resolve()
      signal?.throwIfAborted()
    },
  }
}
