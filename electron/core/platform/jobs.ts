import { fail, type Result } from '#shared/result.ts'
import type { CoreEvents } from './events.ts'

/** What a running job receives: its cancel signal, and a way to report progress. */
export interface Job {
  readonly signal: AbortSignal
  readonly tell: (detail: string, fraction?: number) => void
}

/** Runs long work under an id from the page, so that a later message can cancel it. */
export const createJobs = (events: CoreEvents) => {
  const running = new Map<string, AbortController>()
  return {
    /** Fails with `input.invalid` if a job with this id is already running. */
    run: async <T>(jobId: string, work: (job: Job) => Promise<Result<T>>): Promise<Result<T>> => {
      if (running.has(jobId))
        return fail({ code: 'input.invalid', message: 'This job is already running.' })
      const controller = new AbortController()
      running.set(jobId, controller)
      try {
        return await work({
          signal: controller.signal,
          tell: (detail, fraction) =>
            events.emit('job.progress', { jobId, detail, fraction: fraction ?? null }),
        })
      } finally {
        running.delete(jobId)
      }
    },
    /** Cancelling an ended or unknown job is not an error. */
    cancel: (jobId: string): void => running.get(jobId)?.abort(),
    cancelAll: () => {
      for (const controller of running.values()) controller.abort()
    },
  }
}
export type Jobs = ReturnType<typeof createJobs>
