import { onScopeDispose, readonly, ref } from 'vue'
import type { Result } from '#shared/result.ts'
import { newJobId, useClient } from './client.ts'

/** A long request with progress and cancel. It is canceled when its component is unmounted. */
export const useJob = () => {
  const client = useClient()
  const running = ref(false)
  /** The current step as a sentence; empty if none was reported. */
  const progress = ref('')
  /** The finished share (0–1), or `null` if it is unknown. */
  const fraction = ref<number | null>(null)
  /** Seconds since the request began. */
  const seconds = ref(0)
  let current: string | null = null

  const stopListening = client.on('job.progress', (report) => {
    if (report.jobId !== current) return
    progress.value = report.detail
    fraction.value = report.fraction
  })

  /** Asks main to stop; the running request then fails with `job.cancelled`. */
  const cancel = () => {
    if (current !== null) void client.call('job.cancel', { jobId: current })
  }

  /**
   * Runs `start` with a new job id. A second run cancels the first. Calls `answered` with the result before `running`
   * ends, so that the screen renders once for both.
   */
  const run = async <T>(
    start: (jobId: string) => Promise<Result<T>>,
    answered: (result: Result<T>) => void = () => undefined,
  ) => {
    cancel()
    const jobId = newJobId()
    current = jobId
    running.value = true
    progress.value = ''
    fraction.value = null
    seconds.value = 0
    const began = performance.now()
    const ticker = setInterval(() => {
      if (current === jobId) seconds.value = Math.floor((performance.now() - began) / 1000)
    }, 250)
    try {
      const result = await start(jobId)
      answered(result)
      return result
    } finally {
      clearInterval(ticker)
      if (current === jobId) {
        current = null
        running.value = false
      }
    }
  }

  onScopeDispose(() => {
    stopListening()
    cancel()
  })

  return {
    running: readonly(running),
    progress: readonly(progress),
    fraction: readonly(fraction),
    seconds: readonly(seconds),
    run,
    cancel,
  }
}

export type Job = ReturnType<typeof useJob>
