import { Worker } from 'node:worker_threads'
import { fail, type Result } from '#shared/result.ts'
import type { Logger } from '../ports.ts'
import { createQueue } from '#shared/queue.ts'
import { inspectionSchema, type Inspected } from './inspection.ts'

/** Reads participant files away from the main thread. */
export interface Inspector {
  /** Fails with `participant.*`; `participant.tooComplex` when reading takes too long or too much memory. */
  inspect(bytes: Uint8Array): Promise<Result<Inspected>>
  close(): Promise<void>
}

export interface InspectorOptions {
  readonly logger: Logger
  /** Wall-clock limit of one reading. */
  readonly timeoutMs?: number
  /** Heap of the worker. */
  readonly maxMemoryMb?: number
  readonly workerUrl?: URL
}

const isSource = import.meta.url.endsWith('.ts')
const ownWorker = new URL(isSource ? './participant-worker.ts' : './participant-worker.js', import.meta.url)

const defaultTimeoutMs = 10_000
/** Loading the worker's code is not the file's fault, so it has a limit of its own. */
const startTimeoutMs = 60_000

const tooComplex = (message: string): Result<never> =>
  fail({
    code: 'participant.tooComplex',
    message,
    advice: 'Split the file, or ask for an export with fewer participants.',
  })

/** The next message of `worker`; rejects when it ends or throws first, or after `timeoutMs`. */
const nextMessage = (worker: Worker, timeoutMs: number): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      end()
    }
    const onMessage = (message: unknown) => settle(() => resolve(message))
    const onError = (cause: unknown) =>
      settle(() => reject(cause instanceof Error ? cause : new Error('the worker failed', { cause })))
    const onExit = () => settle(() => reject(new Error('the worker ended')))
    const timer = setTimeout(() => settle(() => reject(new DOMException('took too long', 'TimeoutError'))), timeoutMs)
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  })

const isTimeout = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'TimeoutError'

/** One worker, started on first use, kept, and started anew after a crash or time-out; files go one after the other. */
export const createInspector = (options: InspectorOptions): Inspector => {
  const { logger, timeoutMs = defaultTimeoutMs, maxMemoryMb = 1024, workerUrl = ownWorker } = options
  const inOrder = createQueue()
  let current: Worker | null = null

  const start = async (): Promise<Worker> => {
    if (current) return current
    const worker = new Worker(workerUrl, { resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb } })
    // An error between two files must not become an uncaught exception.
    worker.on('error', (cause) => logger.warn(`participant worker: ${cause instanceof Error ? cause.name : 'error'}`))
    worker.on('exit', () => {
      if (current === worker) current = null
    })
    current = worker
    await nextMessage(worker, startTimeoutMs)
    return worker
  }

  const stop = async (): Promise<void> => {
    const worker = current
    current = null
    await worker?.terminate()
  }

  const inspect = async (bytes: Uint8Array): Promise<Result<Inspected>> => {
    try {
      const worker = await start()
      worker.ref()
      const copy = new Uint8Array(bytes)
      worker.postMessage(copy, [copy.buffer])
      const answer = inspectionSchema.parse(await nextMessage(worker, timeoutMs))
      worker.unref()
      return answer
    } catch (cause) {
      await stop()
      if (isTimeout(cause)) {
        const seconds = Math.round(timeoutMs / 1000)
        return tooComplex(`Reading the file took longer than ${seconds} seconds, so it was stopped.`)
      }
      logger.error('reading a participant file failed', cause)
      return tooComplex('Reading the file took more than the program can give, so it was stopped.')
    }
  }

  return { inspect: (bytes) => inOrder('file', () => inspect(bytes)), close: () => inOrder('file', stop) }
}
