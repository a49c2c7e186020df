/** Measures the longest time that the event loop of its thread is blocked. Runs in Node and in a page. */
export interface LoopProbe {
  /** Ends the watch; returns the longest block in milliseconds. */
  readonly end: () => number
}

/** Milliseconds; the shortest interval that browsers allow. A busier watch would itself block the loop. */
const everyMs = 4

/** Begins a watch: the largest delay of a timer that is due every few milliseconds. */
export const watchLoop = (): LoopProbe => {
  let last = performance.now()
  let longest = 0
  const tick = (): void => {
    const now = performance.now()
    longest = Math.max(longest, now - last - everyMs)
    last = now
  }
  const timer = setInterval(tick, everyMs)
  return {
    end: () => {
      tick()
      clearInterval(timer)
      return longest
    },
  }
}
