import type { Clock } from '#electron/core/ports.ts'

/** Time that only a test moves. `sleep` is over at once, moves both clocks on, and is written down in `slept`. */
export interface ManualClock extends Clock {
  readonly slept: readonly number[]
  /** Both clocks, as when time passes. */
  advance(ms: number): void
  /** The wall clock alone, as when it is set, or when a laptop sleeps whose monotonic clock stands still. */
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
