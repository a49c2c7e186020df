import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Milliseconds for the largest file; a worker that needs longer hardly ends at all. */
const longestMs = 120_000

/** The worker was ended because it took too long. */
export class ThreadTooSlow extends Error {
  override readonly name = 'ThreadTooSlow'
}

/**
 * Gives `work` to a new worker and resolves with its one answer. Rejects if it throws, and with {@link ThreadTooSlow}
 * after `limitMs`; the worker ends either way.
 */
export const askThread = async (
  url: URL,
  work: object,
  limitMs: number = longestMs,
): Promise<unknown> => {
  const worker = new Worker(url, { workerData: work })
  const limit = AbortSignal.timeout(limitMs)
  try {
    const messages: readonly unknown[] = await once(worker, 'message', { signal: limit })
    return messages[0]
  } catch (cause) {
    if (!limit.aborted) throw cause
    throw new ThreadTooSlow(`no answer within ${limitMs / 1000} s`, { cause })
  } finally {
    void worker.terminate()
  }
}
