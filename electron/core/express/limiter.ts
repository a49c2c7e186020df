/** Lets at most `limit` pieces of work run at once for each key, the rest in order of arrival. */
export interface Limiter {
  /** Rejects with the signal's reason when aborted while waiting; then `work` is not started. */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

const reasonOf = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error ? signal.reason : new Error('left the queue')

export const createLimiter = (limit: number): Limiter => {
  const running = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()

  const acquire = (key: string, signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted()
    const count = running.get(key) ?? 0
    if (count < limit) {
      running.set(key, count + 1)
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const queue = waiting.get(key) ?? []
      const enter = (): void => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        queue.splice(queue.indexOf(enter), 1)
        reject(reasonOf(signal))
      }
      signal?.addEventListener('abort', leave, { once: true })
      queue.push(enter)
      waiting.set(key, queue)
    })
  }

  /** Hands the place to the next in line, so that the count never dips and nobody overtakes. */
  const release = (key: string): void => {
    const next = waiting.get(key)?.shift()
    if (next) return next()
    const count = (running.get(key) ?? 1) - 1
    if (count > 0) return void running.set(key, count)
    running.delete(key)
    waiting.delete(key)
  }

  return {
    run: async (key, work, signal) => {
      await acquire(key, signal)
      try {
        return await work()
      } finally {
        release(key)
      }
    },
  }
}
