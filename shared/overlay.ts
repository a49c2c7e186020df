import { ok, type Result } from './result.ts'

/**
 * Keeps values in memory while their store, such as a locked keychain, cannot be reached. The
 * values in memory are newer than those in the store.
 */
interface Overlay<T> {
  readonly set: (id: string, value: T) => void
  readonly get: (id: string) => T | undefined
  readonly has: (id: string) => boolean
  /** Returns true if there was a value. */
  readonly delete: (id: string) => boolean
  readonly ids: () => readonly string[]
  readonly size: () => number
  /**
   * Passes every value to `take` in order, and forgets each value that was taken. A value that
   * changed in the meantime is passed again. A failure does not stop the others, and a value that
   * was not taken stays. Fails with the first failure.
   */
  readonly handOver: (
    take: (id: string, value: T) => Promise<Result<void>>,
  ) => Promise<Result<void>>
}

export const createOverlay = <T>(): Overlay<T> => {
  const items = new Map<string, T>()
  return {
    set: (id, value) => void items.set(id, value),
    get: (id) => items.get(id),
    has: (id) => items.has(id),
    delete: (id) => items.delete(id),
    ids: () => [...items.keys()],
    size: () => items.size,
    handOver: async (take) => {
      const refused = new Set<string>()
      let outcome: Result<void> = ok(undefined)
      const waiting = () => [...items.keys()].filter((id) => !refused.has(id))
      for (let ids = waiting(); ids.length > 0; ids = waiting()) {
        for (const id of ids) {
          const value = items.get(id)
          if (value === undefined) continue
          const taken = await take(id, value)
          if (!taken.ok) {
            refused.add(id)
            if (outcome.ok) outcome = taken
          } else if (items.get(id) === value) items.delete(id)
        }
      }
      return outcome
    },
  }
}
