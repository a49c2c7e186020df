import PQueue from 'p-queue'

/** Lets at most so many pieces of work run at once for each key, the rest in order of arrival. */
export interface Limiter {
  /** Rejects with the signal's reason when aborted while waiting; then `work` is not started. */
  readonly run: <T>(key: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>
}

const reasonOf = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new Error('left the queue')

/** `limitOf` is asked anew each time, so that a changed limit holds from the next piece of work on. */
export const createLimiter = (limitOf: (key: string) => number): Limiter => {
  const queues = new Map<string, PQueue>()
  return {
    run: async <T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
      signal?.throwIfAborted()
      const queue = queues.get(key) ?? new PQueue()
      queues.set(key, queue)
      queue.concurrency = limitOf(key)
      const done = async (): Promise<T> => {
        try {
          return await work()
        } finally {
          queue.concurrency = limitOf(key)
        }
      }
      if (signal === undefined || queue.pending < queue.concurrency) return queue.add(done)
      // Work that has started is waited for, aborted or not: only it knows what became of what it sent.
      const waiting = new AbortController()
      const leave = (): void => waiting.abort(reasonOf(signal))
      signal.addEventListener('abort', leave, { once: true })
      return queue.add(
        () => {
          signal.removeEventListener('abort', leave)
          return done()
        },
        { signal: waiting.signal },
      )
    },
  }
}
