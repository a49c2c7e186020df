import type { Clock } from '../../ports.ts'

/** Minimum time between two messages about one list, milliseconds: five a second leave the page time for its user. */
const apartMs = 200

/** Reports progress of a list: at once after a quiet time, otherwise a little later and once for all changes. */
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
