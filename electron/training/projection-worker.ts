import { parentPort } from 'node:worker_threads'
import type { WorkerReply, WorkerRequest } from './projection-job.ts'
import { runProjection } from './run-projection.ts'

/** Thread entry: one job in, one reply out. An exception is a bug and is reported, not fatal. */
parentPort?.on('message', ({ id, job }: WorkerRequest) => {
  const reply = (message: WorkerReply): void => {
    parentPort?.postMessage(message)
  }
  try {
    reply({ id, ok: true, result: runProjection(job) })
  } catch (error) {
    reply({ id, ok: false, message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
