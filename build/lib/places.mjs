/**
 * Runs tasks, as many at once as there are places; whoever is done takes the next one in their order.
 *
 * @template T
 * @param {number} places
 * @param {readonly (() => Promise<T>)[]} tasks
 * @returns {Promise<T[]>} results in the tasks' order; rejects as the first task that does, and then begins no other
 */
export async function inPlaces(places, tasks) {
  const waiting = [...tasks.entries()]
  /** @type {T[]} */
  const results = []
  const place = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, task] = next
      try {
        results[index] = await task()
      } catch (error) {
        waiting.length = 0
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(places, tasks.length) }, place))
  return results
}
