/** Watches how long the event loop of its thread is held up at a stretch. Runs in Node and in a page. */
export interface LoopProbe {
  /** Ends the watch; the longest stretch in milliseconds. */
  readonly end: () => number
}

/** A timer that comes as often as a browser lets one come. A busier watch would hold up what it watches. */
const everyMs = 4

/** Begins a watch: a timer that should come every few milliseconds, and how late the latest one was. */
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
