interface Wait {
  /** By the monotonic clock, milliseconds. */
  readonly until: number
  readonly onOver: () => void
}

/**
 * Time limits of exchanges, of which hardly one is ever reached: one timer for all of the same length, in place of one
 * that is set and cleared for every exchange. It comes when the oldest of them is over, neither earlier nor later.
 */
export const createTotalTimeouts = () => {
  const byLength = new Map<number, Set<Wait>>()

  const watch = (ms: number, waits: Set<Wait>): void => {
    const [oldest] = waits
    if (oldest === undefined) return void byLength.delete(ms)
    // The connection keeps the program alive, not the limit on it.
    setTimeout(() => end(ms, waits), Math.max(1, oldest.until - performance.now())).unref()
  }

  /** Ends those whose time is over; they are in the order in which they began. */
  const end = (ms: number, waits: Set<Wait>): void => {
    const now = performance.now()
    for (const wait of waits) {
      if (wait.until > now) break
      waits.delete(wait)
      wait.onOver()
    }
    watch(ms, waits)
  }

  return {
    /** Calls `onOver` after `ms`, unless the returned function was called before. */
    begin: (ms: number, onOver: () => void): (() => void) => {
      const wait: Wait = { until: performance.now() + ms, onOver }
      const known = byLength.get(ms)
      const waits = known ?? new Set<Wait>()
      waits.add(wait)
      if (known === undefined) {
        byLength.set(ms, waits)
        watch(ms, waits)
      }
      return () => void waits.delete(wait)
    },
  }
}
