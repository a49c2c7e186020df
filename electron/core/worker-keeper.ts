import { Worker } from 'node:worker_threads'
import type { Logger } from './ports.ts'

/** A worker thread that starts on first use, stays, and restarts after a failure. */
interface KeptWorker {
  readonly start: () => Worker
  readonly stop: () => Promise<void>
}

interface KeptWorkerOptions {
  readonly url: URL
  /** Names the worker in the log. */
  readonly name: string
  readonly logger: Logger
  /** Maximum heap in megabytes; a worker that needs more fails alone. Node's own limit if absent. */
  readonly maxMemoryMb?: number
}

export const createKeptWorker = ({
  url,
  name,
  logger,
  maxMemoryMb,
}: KeptWorkerOptions): KeptWorker => {
  const resourceLimits = maxMemoryMb === undefined ? {} : { maxOldGenerationSizeMb: maxMemoryMb }
  let current: Worker | null = null
  return {
    start: () => {
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
    },
    stop: async () => {
      const worker = current
      current = null
      await worker?.terminate()
    },
  }
}
