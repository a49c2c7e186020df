import { Worker } from 'node:worker_threads'
import type { Logger } from './ports.ts'

/** A worker thread that is started when it is first needed, kept, and started anew after it has failed. */
export interface KeptWorker {
  readonly start: () => Worker
  readonly stop: () => Promise<void>
}

/** `name` says in the log which one failed. */
export const createKeptWorker = (url: URL, name: string, logger: Logger): KeptWorker => {
  let current: Worker | null = null
  return {
    start: () => {
      if (current) return current
      const worker = new Worker(url)
      // An error between two answers must not become an uncaught exception.
      worker.on('error', (cause) => logger.warn(`${name}: ${cause instanceof Error ? cause.name : 'error'}`))
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
