/** Does `work` for each of `items`, in their order and so many at once; resolves when all is done. The first failure rejects. */
export const eachAtOnce = async <T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void> | void,
): Promise<void> => {
  // One iterator for all: each item is taken once. A worker that fails must not end it for the others, so it is stepped by hand.
  const waiting = items[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next())
      await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
