interface Places {
  taken: number
  /** Starts one that waits; in order of arrival. */
  readonly waiting: Set<() => void>
}

const reasonOf = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new Error('left the queue')

/** Resolves when it is started. Rejects with the signal's reason if aborted before; then it no longer waits. */
const turn = ({ waiting }: Places, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const start = (): void => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const leave = (): void => {
      waiting.delete(start)
      if (signal) reject(reasonOf(signal))
    }
    waiting.add(start)
    signal?.addEventListener('abort', leave)
  })

/**
 * Limits the number of tasks that run at once for each key; the others wait in order of arrival. `limitOf` is asked each
 * time, so that a changed limit applies to the next task.
 */
export const createLimiter = (limitOf: (key: string) => number) => {
  const all = new Map<string, Places>()
  const startNext = (key: string, places: Places): void => {
    for (const start of places.waiting) {
      if (places.taken >= limitOf(key)) return
      places.waiting.delete(start)
      places.taken += 1
      start()
    }
  }
  return {
    /**
     * Rejects with the signal's reason if aborted while waiting; then `work` does not start. Started work is always
     * awaited, even after an abort: only it knows the fate of what it sent.
     */
    run: async <T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
      signal?.throwIfAborted()
      const places = all.get(key) ?? { taken: 0, waiting: new Set() }
      all.set(key, places)
      if (places.waiting.size === 0 && places.taken < limitOf(key)) places.taken += 1
      else {
        const mine = turn(places, signal)
        startNext(key, places)
        await mine
      }
      try {
        return await work()
      } finally {
        places.taken -= 1
        startNext(key, places)
      }
    },
  }
}

export type Limiter = ReturnType<typeof createLimiter>
