import { Worker } from 'node:worker_threads'
import type { ProjectionJob, ProjectionResult, WorkerReply } from './run-projection.ts'

interface Waiting {
  readonly job: ProjectionJob
  readonly resolve: (result: ProjectionResult) => void
  readonly reject: (error: Error) => void
}

const mostWorkers = 2

interface Slot {
  worker: Worker | null
  current: Waiting | null
}

const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './projection-worker.ts' : './projection-worker.js',
  import.meta.url,
)

/**
 * An old generation for participant XML of up to 70 MB. The young one stays small under load: a projection makes large
 * arrays, which are counted apart, and short-lived small objects.
 */
export const workerLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 16 } as const

/**
 * Runs projections outside the service's thread, so that its event loop stays free. A worker is started when work exceeds
 * the free ones: it takes 8 MB and as long as a projection.
 */
export const createProjectionPool = () => {
  const slots = Array.from({ length: mostWorkers }, (): Slot => ({ worker: null, current: null }))
  const queue: Waiting[] = []
  const stopped = new Error('The training service is stopped')
  let closed = false

  const startWorker = (slot: Slot): Worker => {
    // Only the first competes with the threads that answer and draw; the others use idle time.
    const worker = new Worker(workerUrl, {
      resourceLimits: workerLimits,
      workerData: slot === slots[0] ? null : 'yields',
    })
    const release = (settle: (current: Waiting) => void) => {
      const { current } = slot
      slot.current = null
      if (current !== null) settle(current)
      dispatch()
    }
    const onEnd = (reason: string) => {
      if (slot.worker !== worker) return
      slot.worker = null
      release(({ reject }) => reject(new Error(`The projection worker ended: ${reason}`)))
    }
    worker.on('message', (reply: WorkerReply) =>
      release(({ resolve, reject }) =>
        reply.ok ? resolve(reply.result) : reject(new Error(reply.message)),
      ),
    )
    worker.on('error', (error) => onEnd(error instanceof Error ? error.message : String(error)))
    worker.on('exit', (code) => onEnd(`exit code ${code}`))
    slot.worker = worker
    return worker
  }

  const dispatch = () => {
    if (closed) return
    for (const slot of slots) {
      if (slot.current !== null) continue
      const next = queue.shift()
      if (next === undefined) return
      slot.current = next
      ;(slot.worker ?? startWorker(slot)).postMessage(next.job)
    }
  }

  return {
    /** Starts the first worker, so that the next projection need not wait for it. */
    warmUp: (): void => {
      const [first] = slots
      if (!closed && first?.worker === null) startWorker(first)
    },
    /** The result; rejects if the worker failed or the pool was closed. */
    run: (job: ProjectionJob): Promise<ProjectionResult> =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(stopped)
          return
        }
        queue.push({ job, resolve, reject })
        dispatch()
      }),
    close: async (): Promise<void> => {
      closed = true
      const workers = slots.flatMap(({ worker }) => worker ?? [])
      for (const slot of slots) {
        if (slot.current !== null) queue.push(slot.current)
        slot.current = null
        slot.worker = null
      }
      for (const waiting of queue.splice(0)) waiting.reject(stopped)
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
export type ProjectionPool = ReturnType<typeof createProjectionPool>
