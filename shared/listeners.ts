/** Functions that are called on every change. */
export const createListeners = <T extends readonly unknown[] = []>() => {
  const listeners = new Set<(...what: T) => void>()
  return {
    /** The returned function unsubscribes. */
    on: (listener: (...what: T) => void): (() => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    tell: (...what: T): void => {
      for (const listener of listeners) listener(...what)
    },
  }
}
