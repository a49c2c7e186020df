import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerReply, WorkerRequest } from './projection-job.ts'
import { runProjection } from './run-projection.ts'

/** What the pool tells a worker that lets other threads go first. */
const options: unknown = workerData
const yields =
  typeof options === 'object' && options !== null && Reflect.get(options, 'yields') === true

// Threads have a priority of their own on Linux alone; elsewhere this would slow the whole program down.
if (yields && process.platform === 'linux') setPriority(5)

/** Thread entry: one job in, one reply out. An exception is a bug and is reported, not fatal. */
parentPort?.on('message', ({ id, job }: WorkerRequest) => {
  const reply = (message: WorkerReply): void => {
    parentPort?.postMessage(message)
  }
  try {
    reply({ id, ok: true, result: runProjection(job) })
  } catch (error) {
    reply({
      id,
      ok: false,
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  }
})
