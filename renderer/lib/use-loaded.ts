import { ref, shallowRef, watch, type WatchSource } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { Result } from '#shared/result.ts'

/**
 * Fetches data for a screen and holds the value or the failure. Calls `fetch` immediately, on every
 * `load()`, and when `about` changes, which also clears the value. Drops outdated answers. `fetch`
 * returns null if there is nothing to request.
 */
export const useLoaded = <T>(
  fetch: () => Promise<Result<T>> | null,
  about: WatchSource = () => null,
) => {
  const value = shallowRef<T | null>(null)
  const error = shallowRef<AppError | null>(null)
  const loading = ref(false)
  let latest = 0

  /** The old value stays until the answer arrives. */
  const load = async () => {
    latest += 1
    const mine = latest
    const asked = fetch()
    loading.value = asked !== null
    const result = await asked
    if (mine !== latest || result === null) return
    loading.value = false
    error.value = result.ok ? null : result.error
    if (result.ok) value.value = result.value
  }
  watch(
    about,
    () => {
      value.value = null
      error.value = null
      void load()
    },
    { immediate: true },
  )
  return { value, error, loading, load }
}

export type Loaded<T> = ReturnType<typeof useLoaded<T>>
