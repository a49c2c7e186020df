import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { Result } from '#shared/result.ts'

/** Data that a screen fetches when it appears: its value, or its failure. */
export interface Loaded<T> {
  readonly value: ShallowRef<T | null>
  readonly error: ShallowRef<AppError | null>
  readonly loading: Readonly<Ref<boolean>>
  /** Fetches (again). The old value stays until the answer comes. */
  readonly load: () => Promise<void>
}

/** Calls `fetch` at once and on every `load()`. Drops an outdated answer. */
export const useLoaded = <T>(fetch: () => Promise<Result<T>>): Loaded<T> => {
  const value = shallowRef<T | null>(null)
  const error = shallowRef<AppError | null>(null)
  const loading = ref(false)
  let latest = 0

  const load = async (): Promise<void> => {
    latest += 1
    const mine = latest
    loading.value = true
    const result = await fetch()
    if (mine !== latest) return
    loading.value = false
    error.value = result.ok ? null : result.error
    if (result.ok) value.value = result.value
  }
  void load()
  return { value, error, loading, load }
}
