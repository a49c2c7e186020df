import type { Clock } from '#electron/core/platform/ports.ts'

/** A clock's `sleep` that ends when the test says so. It fails if its signal is aborted first. */
export const createHeldWait = () => {
  let begin: (ms: number) => void = () => undefined
  let end = (): void => undefined
  const begun = new Promise<number>((resolve) => (begin = resolve))
  const over = new Promise<void>((resolve) => (end = resolve))
  const sleep: Clock['sleep'] = async (ms, signal) => {
    begin(ms)
    const left = new Promise<never>((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new Error('left'))),
    )
    await Promise.race([over, left])
  }
  return {
    sleep,
    /** Resolves to the requested milliseconds when `sleep` is called. */
    begun,
    end: () => end(),
  }
}
