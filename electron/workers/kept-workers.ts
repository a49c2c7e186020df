import { on } from 'node:events'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { z } from 'zod'
import { createTurns } from '#shared/queue.ts'

/**
 * A message from a worker: `begun` once its code is loaded, any number of pieces, then one answer.
 * An exception ends the worker.
 */
const replySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('begun') }),
  z.strictObject({ kind: z.literal('piece'), piece: z.unknown() }),
  z.strictObject({ kind: z.literal('answer'), answer: z.unknown() }),
])
export type WorkerReply = z.infer<typeof replySchema>

/** A worker that took too long. */
export class WorkerTooSlow extends Error {
  override readonly name = 'WorkerTooSlow'
}

/**
 * The address of the worker with the built file `name` next to `module`, which is the `import.meta.url` of a source or
 * built file. Callers write the whole file name, so that a search for the file finds them.
 */
export const workerBeside = (module: string, name: `${string}-worker.js`): URL =>
  new URL(module.endsWith('.ts') ? name.replace(/js$/, 'ts') : name, module)

/**
 * Time limit for loading the worker's code, separate from the job's limit because loading is not
 * the job's fault.
 */
const loadingMs = 60_000

interface Asking {
  /** Wall-clock limit of the job, milliseconds. No limit if absent. */
  readonly limitMs?: number
  /** Takes the pieces that come before the answer, in order. */
  readonly onPiece?: (piece: unknown) => void
}

/** Sends `job` to `worker` and returns its answer; {@link serveJobs} runs on the worker's side. */
const answerOf = async (worker: Worker, job: unknown, { limitMs, onPiece }: Asking) => {
  const ended = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const limitTo = (ms: number | undefined) => {
    clearTimeout(timer)
    if (ms === undefined) return
    const late = () => ended.abort(new WorkerTooSlow(`no answer within ${ms / 1000} s`))
    timer = setTimeout(late, ms)
  }
  try {
    const messages = on(worker, 'message', { signal: ended.signal, close: ['exit'] })
    limitTo(limitMs === undefined ? undefined : loadingMs)
    worker.postMessage(job)
    for await (const [message] of messages) {
      const reply = replySchema.parse(message)
      if (reply.kind === 'answer') return reply.answer
      if (reply.kind === 'begun') limitTo(limitMs)
      else onPiece?.(reply.piece)
    }
  } catch (cause) {
    ended.signal.throwIfAborted()
    throw cause
  } finally {
    clearTimeout(timer)
  }
  throw new Error('the worker ended')
}

/** A worker thread that starts on first use, does one job after another, and restarts after a failure. */
export const createKeptWorker = (
  url: URL,
  options: Pick<WorkerOptions, 'resourceLimits' | 'workerData'> = {},
) => {
  const inOrder = createTurns()
  let current: Worker | null = null
  const start = (): Worker => {
    if (current) return current
    const worker = new Worker(url, options)
    // Handles errors between two jobs, which would otherwise be uncaught exceptions.
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      if (current === worker) current = null
    })
    current = worker
    return worker
  }
  /** Ends the worker at once; a job under way rejects. */
  const stop = async (): Promise<void> => {
    const worker = current
    current = null
    await worker?.terminate()
  }
  return {
    /** Starts the worker, so that the next job need not wait for it. */
    start: (): void => void start(),
    /**
     * Returns the answer to `job`, and keeps the process alive until then. Rejects if the worker
     * throws, ends or sends anything that `answers` does not accept, and with {@link WorkerTooSlow}
     * after the limit; the next job then gets a new worker.
     */
    ask: <T>(job: unknown, answers: z.ZodType<T>, asking: Asking = {}): Promise<T> =>
      inOrder(async () => {
        const worker = start()
        worker.ref()
        try {
          return answers.parse(await answerOf(worker, job, asking))
        } catch (cause) {
          await stop()
          throw cause
        } finally {
          worker.unref()
        }
      }),
    stop,
    /** Ends the worker after the jobs that are already queued. */
    close: (): Promise<void> => inOrder(stop),
  }
}
export type KeptWorker = ReturnType<typeof createKeptWorker>
