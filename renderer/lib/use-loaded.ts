import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { Result } from '#shared/result.ts'

/** Something a screen fetches when it appears: its value, or why it is not there. */
export interface Loaded<T> {
  readonly value: ShallowRef<T | null>
  readonly error: ShallowRef<AppError | null>
  readonly loading: Readonly<Ref<boolean>>
  /** Fetches (again). What was there stays until the answer comes. */
  readonly load: () => Promise<void>
}

/** Fetches with `fetch` on every `load()`; the first happens at once. An overtaken answer is dropped. */
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
