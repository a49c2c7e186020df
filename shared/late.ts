/**
 * What is loaded when it is first asked for, and kept. While loading fails, whoever asks gets the failure, and the next to ask
 * lets it be tried again.
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

/** What `make` makes when it is first asked for, the same ever after: a start need not wait for what it does not use. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}
