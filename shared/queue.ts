/** Runs the tasks with the same key one after another; a failed task does not stop the next. */
type Queue = <T>(key: string, task: () => Promise<T>) => Promise<T>

export const createQueue = (): Queue => {
  const last = new Map<string, Promise<unknown>>()
  return async (key, task) => {
    const before = last.get(key) ?? Promise.resolve()
    const run = before.then(task, task)
    const settled = run.catch(() => undefined)
    last.set(key, settled)
    try {
      return await run
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}

/** Runs all tasks one after another, like tasks with the same key in {@link createQueue}. */
export const createTurns = () => {
  const queue = createQueue()
  return <T>(task: () => Promise<T>): Promise<T> => queue('', task)
}
