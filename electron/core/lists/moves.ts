import type { Clock } from '../ports.ts'

/** Least time between two messages about one list, milliseconds: five a second, which leaves a page time to answer its person. */
const apartMs = 200

/** Tells that a list moved on: at once when it was quiet, else a little later and once for all that happened. */
export const createMoves = (clock: Clock, tell: (batchId: string) => void) => {
  const waiting = new Set<string>()
  const lastTold = new Map<string, number>()
  const now = (batchId: string): void => {
    lastTold.set(batchId, clock.monotonic())
    tell(batchId)
  }
  return {
    tell: (batchId: string): void => {
      if (waiting.has(batchId)) return
      const wait = (lastTold.get(batchId) ?? Number.NEGATIVE_INFINITY) + apartMs - clock.monotonic()
      if (wait <= 0) return now(batchId)
      waiting.add(batchId)
      void clock.sleep(wait).then(() => {
        waiting.delete(batchId)
        now(batchId)
      })
    },
  }
}
