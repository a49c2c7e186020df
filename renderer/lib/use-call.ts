import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { Result } from '#shared/result.ts'

/** The calls behind one button or form: whether one is under way, and why the last one failed. */
export interface Calling {
  readonly busy: Readonly<Ref<boolean>>
  readonly problem: ShallowRef<AppError | null>
  /** Waits for a call; hands its result back. */
  readonly run: <T>(call: Promise<Result<T>>) => Promise<Result<T>>
}

export const useCall = (): Calling => {
  const busy = ref(false)
  const problem = shallowRef<AppError | null>(null)
  const run: Calling['run'] = async (call) => {
    busy.value = true
    problem.value = null
    const result = await call
    busy.value = false
    problem.value = result.ok ? null : result.error
    return result
  }
  return { busy, problem, run }
}
