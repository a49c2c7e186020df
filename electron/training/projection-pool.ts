import { Worker } from 'node:worker_threads'
import type {
  ProjectionJob,
  ProjectionResult,
  WorkerReply,
  WorkerRequest,
} from './projection-job.ts'

/** Runs projections outside the service's thread, so that its event loop stays free. */
export interface ProjectionPool {
  /** The result; rejects if the worker failed or the pool was closed. */
  run(job: ProjectionJob): Promise<ProjectionResult>
  /** Starts the first worker, so that the next projection need not wait for it. */
  warmUp(): void
  close(): Promise<void>
}

interface Waiting {
  readonly request: WorkerRequest
  readonly resolve: (result: ProjectionResult) => void
  readonly reject: (error: Error) => void
}

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

/** At most `size` workers, each started when work exceeds the free ones: one takes 8 MB and as long as a projection. */
export const createProjectionPool = (size: number): ProjectionPool => {
  const slots: Slot[] = Array.from({ length: size }, () => ({ worker: null, current: null }))
  const queue: Waiting[] = []
  let nextId = 1
  let closed = false

  const startWorker = (slot: Slot): Worker => {
    // Only the first competes with the threads that answer and draw; the others use idle time.
    const worker = new Worker(workerUrl, {
      resourceLimits: workerLimits,
      workerData: { yields: slot !== slots[0] },
    })
    worker.on('message', (reply: WorkerReply) => {
      const { current } = slot
      slot.current = null
      if (reply.ok) current?.resolve(reply.result)
      else current?.reject(new Error(reply.message))
      dispatch()
    })
    const onEnd = (reason: string): void => {
      if (slot.worker !== worker) return
      const { current } = slot
      slot.worker = null
      slot.current = null
      current?.reject(new Error(`The projection worker ended: ${reason}`))
      dispatch()
    }
    worker.on('error', (error) => {
      onEnd(error instanceof Error ? error.message : String(error))
    })
    worker.on('exit', (code) => {
      onEnd(`exit code ${code}`)
    })
    slot.worker = worker
    return worker
  }

  const dispatch = (): void => {
    if (closed) return
    for (const slot of slots) {
      if (slot.current !== null) continue
      const next = queue.shift()
      if (next === undefined) return
      slot.current = next
      ;(slot.worker ?? startWorker(slot)).postMessage(next.request)
    }
  }

  return {
    warmUp: () => {
      const [first] = slots
      if (!closed && first !== undefined && first.worker === null) startWorker(first)
    },
    run: (job) =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(new Error('The training service is stopped'))
          return
        }
        queue.push({ request: { id: nextId++, job }, resolve, reject })
        dispatch()
      }),
    close: async () => {
      closed = true
      const stopped = new Error('The training service is stopped')
      const workers = slots.flatMap(({ worker }) => (worker === null ? [] : [worker]))
      for (const slot of slots) {
        slot.current?.reject(stopped)
        slot.current = null
        slot.worker = null
      }
      for (const waiting of queue.splice(0)) waiting.reject(stopped)
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
