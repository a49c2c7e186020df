import { fail, type Result } from '#shared/result.ts'

export const cancelled = () => fail({ code: 'job.cancelled', message: 'It was cancelled.' })

/** The outcome of `work`, or `job.cancelled` as soon as the signal is aborted. `work` itself continues. */
export const orCancelled = async <T>(
  work: Promise<Result<T>>,
  signal: AbortSignal | undefined,
): Promise<Result<T>> => {
  if (!signal) return work
  if (signal.aborted) return cancelled()
  const ended = new AbortController()
  const abort = new Promise<Result<T>>((resolve) => {
    signal.addEventListener('abort', () => resolve(cancelled()), {
      once: true,
      signal: ended.signal,
    })
  })
  try {
    return await Promise.race([work, abort])
  } finally {
    ended.abort()
  }
}
