/** Lets at most so many pieces of work run at once for each key, the rest in order of arrival. */
export interface Limiter {
  /** Rejects with the signal's reason when aborted while waiting; then `work` is not started. */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

const reasonOf = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error ? signal.reason : new Error('left the queue')

/** `limitOf` is asked anew each time, so that a changed limit holds from the next piece of work on. */
export const createLimiter = (limitOf: (key: string) => number): Limiter => {
  const running = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()

  /** Whether there was a free place, which is then taken. */
  const enterAtOnce = (key: string): boolean => {
    const count = running.get(key) ?? 0
    if (count >= limitOf(key)) return false
    running.set(key, count + 1)
    return true
  }

  const wait = (key: string, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
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

  /** Places are counted for those who enter before anybody new can ask, so that nobody overtakes. */
  const release = (key: string): void => {
    const queue = waiting.get(key) ?? []
    let count = (running.get(key) ?? 1) - 1
    const entering = queue.splice(0, Math.max(0, limitOf(key) - count))
    count += entering.length
    if (count > 0) running.set(key, count)
    else running.delete(key)
    if (queue.length === 0) waiting.delete(key)
    for (const enter of entering) enter()
  }

  return {
    run: async (key, work, signal) => {
      signal?.throwIfAborted()
      if (!enterAtOnce(key)) await wait(key, signal)
      try {
        return await work()
      } finally {
        release(key)
      }
    },
  }
}
