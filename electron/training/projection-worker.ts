import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { runProjection, type ProjectionJob, type WorkerReply } from './run-projection.ts'

// The pool tells a worker to yield to other threads. Only Linux has a priority per thread; elsewhere this would slow the
// whole program.
if (workerData === 'yields' && process.platform === 'linux') setPriority(5)

/** Thread entry: one job in, one reply out. An exception is a bug; it is reported and not fatal. */
parentPort?.on('message', (job: ProjectionJob) => {
  const reply = (message: WorkerReply): void => parentPort?.postMessage(message)
  try {
    reply({ ok: true, result: runProjection(job) })
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    reply({ ok: false, message })
  }
})
