import { parentPort } from 'node:worker_threads'
import type { z } from 'zod'
import type { WorkerReply } from './kept-workers.ts'

/**
 * Runs in a worker's entry and does each job that `createKeptWorker` sends. `tell` sends a piece
 * before the answer. An exception ends the worker.
 */
export const serveJobs = <T>(
  jobs: z.ZodType<T>,
  work: (job: T, tell: (piece: unknown) => void) => unknown,
): void => {
  const port = parentPort
  if (!port) throw new Error('serveJobs runs in a worker thread only')
  const reply = (message: WorkerReply): void => port.postMessage(message)
  const serve = async (message: unknown): Promise<void> => {
    reply({ kind: 'begun' })
    const answer = await work(jobs.parse(message), (piece) => reply({ kind: 'piece', piece }))
    reply({ kind: 'answer', answer })
  }
  port.on('message', (message: unknown) => {
    serve(message).catch((cause: unknown) =>
      // Electron only warns about an unhandled rejection.
      setImmediate(() => {
        throw cause
      }),
    )
  })
}
