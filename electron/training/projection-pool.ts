import { z } from 'zod'
import { isObject } from '#shared/is-object.ts'
import { createKeptWorker, workerBeside, type KeptWorker } from '../workers/kept-workers.ts'
import type { ProjectionJob, ProjectionResult } from './run-projection.ts'

const workerUrl = workerBeside(import.meta.url, 'projection-worker.js')

/**
 * Memory limits of a worker. The old generation has room for participant XML of up to 70 MB. The young one stays small
 * even under load: a projection makes large arrays, which are counted separately, and short-lived small objects.
 */
export const workerLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 16 } as const

/**
 * Not checked in detail: the result comes from the program's own code, and a full check would cost more than it could
 * find.
 */
export const projectionResultSchema = z.custom<ProjectionResult>(isObject)

const stopped = new Error('The training service is stopped')

/**
 * Runs projections outside the service's thread, so that its event loop stays free. The second
 * worker starts only when the first is busy, because it takes 8 MB, and starting it takes as long
 * as a projection.
 */
export const createProjectionPool = () => {
  const first = createKeptWorker(workerUrl, { resourceLimits: workerLimits })
  // Only the first worker competes with the threads that answer requests and draw the screen. The
  // second uses idle time.
  const second = createKeptWorker(workerUrl, {
    resourceLimits: workerLimits,
    workerData: 'yields',
  })
  const free = new Set([first, second])
  const waiting: ((worker: KeptWorker | null) => void)[] = []
  let closed = false

  /** The first worker if both are free; `null` once the pool is closed. */
  const takeWorker = async (): Promise<KeptWorker | null> => {
    if (closed) return null
    const worker = [first, second].find((one) => free.delete(one))
    return worker ?? (await new Promise((resolve) => waiting.push(resolve)))
  }
  const giveBack = (worker: KeptWorker): void => {
    const next = waiting.shift()
    if (next) next(worker)
    else free.add(worker)
  }

  return {
    /** Starts the first worker, so that the next projection need not wait for it. */
    warmUp: (): void => {
      if (!closed) first.start()
    },
    /** Returns the result; rejects if the worker fails or the pool is closed. */
    run: async (job: ProjectionJob): Promise<ProjectionResult> => {
      const worker = await takeWorker()
      if (worker === null) throw stopped
      try {
        return await worker.ask(job, projectionResultSchema)
      } finally {
        giveBack(worker)
      }
    },
    close: async (): Promise<void> => {
      closed = true
      for (const resolve of waiting.splice(0)) resolve(null)
      await Promise.all([first.stop(), second.stop()])
    },
  }
}
export type ProjectionPool = ReturnType<typeof createProjectionPool>
