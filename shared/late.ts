/**
 * Loads on the first request and keeps the result. A failed load rejects for every waiting request; the next request
 * tries again.
 */
export const createLate = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loading: Promise<T> | null = null
  return () => {
    const present = loading ?? load()
    if (loading === null) {
      loading = present
      present.catch(() => {
        loading = null
      })
    }
    return present
  }
}

/**
 * Calls `make` on the first call and keeps the result, so that the program's start does not wait
 * for things that are not needed yet.
 */
export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}
