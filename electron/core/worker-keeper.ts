import { once } from 'node:events'
import { type Transferable, Worker } from 'node:worker_threads'
import type { z } from 'zod'
import type { Logger } from './ports.ts'

/** A worker that took too long. */
export class ThreadTooSlow extends Error {
  override readonly name = 'ThreadTooSlow'
}

/**
 * The address of the worker with the built file `name` beside `module`, the `import.meta.url` of a source or built file.
 * The name is whole where it is used, so that a package is seen to use the file.
 */
export const workerBeside = (module: string, name: `${string}-worker.js`): URL =>
  new URL(module.endsWith('.ts') ? name.replace(/js$/, 'ts') : name, module)

/** The next message of `worker`; rejects if it throws or ends first, and with {@link ThreadTooSlow} after `limitMs`. */
export const nextMessage = async (worker: Worker, limitMs?: number): Promise<unknown> => {
  const ended = new AbortController()
  const limit =
    limitMs &&
    setTimeout(
      () => ended.abort(new ThreadTooSlow(`no answer within ${limitMs / 1000} s`)),
      limitMs,
    )
  const onExit = () => ended.abort(new Error('the worker ended'))
  worker.once('exit', onExit)
  try {
    const messages: readonly unknown[] = await once(worker, 'message', { signal: ended.signal })
    return messages[0]
  } catch (cause) {
    // The worker's own error wins over its end, which follows at once.
    if (cause instanceof Error && cause.name === 'AbortError') ended.signal.throwIfAborted()
    throw cause
  } finally {
    clearTimeout(limit)
    worker.off('exit', onExit)
  }
}

interface KeptWorkerOptions {
  readonly url: URL
  /** Names the worker in the log. */
  readonly name: string
  readonly logger: Logger
  /** Maximum heap in megabytes; a worker that needs more fails alone. Node's own limit if absent. */
  readonly maxMemoryMb?: number
}

/** A worker thread that starts on first use, stays, and restarts after a failure. */
export const createKeptWorker = ({ url, name, logger, maxMemoryMb }: KeptWorkerOptions) => {
  const resourceLimits = maxMemoryMb === undefined ? {} : { maxOldGenerationSizeMb: maxMemoryMb }
  let current: Worker | null = null
  const start = () => {
    if (current) return current
    const worker = new Worker(url, { resourceLimits })
    // An error between two answers must not become an uncaught exception.
    worker.on('error', (cause) =>
      logger.warn(`${name}: ${cause instanceof Error ? cause.name : 'error'}`),
    )
    worker.on('exit', () => {
      if (current === worker) current = null
    })
    current = worker
    return worker
  }
  return {
    start,
    /** The answer to `request`, as {@link nextMessage}. The process does not end before it. */
    ask: async <T>(
      request: unknown,
      answers: z.ZodType<T>,
      limitMs?: number,
      moved: readonly Transferable[] = [],
    ) => {
      const worker = start()
      worker.ref()
      worker.postMessage(request, moved)
      const answer = answers.parse(await nextMessage(worker, limitMs))
      worker.unref()
      return answer
    },
    stop: async () => {
      const worker = current
      current = null
      await worker?.terminate()
    },
  }
}
