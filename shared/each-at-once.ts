/**
 * Runs `work` for each of `items`, in order and `atOnce` at a time; resolves when all are done. The first failure
 * rejects.
 */
export const eachAtOnce = async <T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void> | void,
): Promise<void> => {
  // The loops share one iterator, so each item is taken once. They call next() themselves, so that
  // a failing loop does not close the iterator for the others.
  const waiting = items[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next())
      await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
