import type { Clock } from '../ports.ts'

/** Least time between two messages about one list, milliseconds: five a second, which leaves a page time to answer its person. */
const apartMs = 200

/** Tells that a list moved on: at once when it was quiet, else a little later and once for all that happened. */
export const createMoves = (clock: Clock, tell: (listId: string) => void) => {
  const waiting = new Set<string>()
  const lastTold = new Map<string, number>()
  const now = (listId: string): void => {
    lastTold.set(listId, clock.monotonic())
    tell(listId)
  }
  return {
    tell: (listId: string): void => {
      if (waiting.has(listId)) return
      const wait = (lastTold.get(listId) ?? Number.NEGATIVE_INFINITY) + apartMs - clock.monotonic()
      if (wait <= 0) return now(listId)
      waiting.add(listId)
      void clock.sleep(wait).then(() => {
        waiting.delete(listId)
        now(listId)
      })
    },
  }
}
