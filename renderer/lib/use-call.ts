import { ref, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { Result } from '#shared/result.ts'

/**
 * Tracks the requests of one button or form: whether one is running, and why the last one failed.
 */
export const useCall = () => {
  const busy = ref(false)
  const problem = shallowRef<AppError | null>(null)
  /** Awaits a request and returns its result. */
  const run = async <T>(call: Promise<Result<T>>) => {
    busy.value = true
    problem.value = null
    const result = await call
    busy.value = false
    problem.value = result.ok ? null : result.error
    return result
  }
  return { busy, problem, run }
}
