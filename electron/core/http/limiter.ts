import PQueue from 'p-queue'

const reasonOf = ({ reason }: AbortSignal) =>
  reason instanceof Error ? reason : new Error('left the queue')

/**
 * Limits the number of tasks that run at once for each key; the others wait in order of arrival. `limitOf` is called
 * each time, so that a changed limit applies to the next task.
 */
export const createLimiter = (limitOf: (key: string) => number) => {
  const queues = new Map<string, PQueue>()
  return {
    /** Rejects with the signal's reason if aborted while waiting; then `work` does not start. */
    run: async <T>(key: string, work: () => Promise<T>, signal?: AbortSignal) => {
      signal?.throwIfAborted()
      const queue = queues.get(key) ?? new PQueue()
      queues.set(key, queue)
      const adjust = () => {
        const limit = limitOf(key)
        // Each assignment makes the queue look for waiting work.
        if (queue.concurrency !== limit) queue.concurrency = limit
      }
      adjust()
      const done = async () => {
        try {
          return await work()
        } finally {
          adjust()
        }
      }
      // Without an id, the queue makes one from a big integer for each task.
      if (signal === undefined || queue.pending < queue.concurrency)
        return queue.add(done, { id: key })
      // Started work is always awaited, even after an abort, because only the work knows what happened to its request.
      const waiting = new AbortController()
      const leave = () => waiting.abort(reasonOf(signal))
      signal.addEventListener('abort', leave, { once: true })
      return queue.add(
        () => {
          signal.removeEventListener('abort', leave)
          return done()
        },
        { id: key, signal: waiting.signal },
      )
    },
  }
}
