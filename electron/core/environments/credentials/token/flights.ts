import { fail, type Result } from '#shared/result.ts'

export const cancelled = fail({ code: 'job.cancelled', message: 'It was cancelled.' })

/** The outcome of `work`, or `job.cancelled` as soon as the signal is aborted. `work` itself continues. */
const orCancelled = async <T>(
  work: Promise<Result<T>>,
  signal: AbortSignal | undefined,
): Promise<Result<T>> => {
  if (!signal) return work
  if (signal.aborted) return cancelled
  const ended = new AbortController()
  const abort = new Promise<Result<T>>((resolve) => {
    signal.addEventListener('abort', () => resolve(cancelled), {
      once: true,
      signal: ended.signal,
    })
  })
  try {
    return await Promise.race([work, abort])
  } finally {
    ended.abort()
  }
}

interface Flight<T> {
  readonly promise: Promise<Result<T>>
  /** Aborted when the last caller stops waiting. */
  readonly left: AbortController
  /** Aborted when the credentials or the environment of the request have changed. */
  readonly forgotten: AbortController
  waiting: number
}

/**
 * Runs `obtain` once at a time for each id and shares its result among all callers. `landed` gets
 * the result, unless the id was forgotten in the meantime.
 */
export const createFlights = <T>(
  obtain: (id: string, signal: AbortSignal) => Promise<Result<T>>,
  landed: (id: string, value: T) => void,
) => {
  const flights = new Map<string, Flight<T>>()

  const land = async (id: string, flight: Flight<T>): Promise<Result<T>> => {
    const left = flight.left.signal
    const forgotten = flight.forgotten.signal
    try {
      const obtained = await orCancelled(obtain(id, AbortSignal.any([left, forgotten])), forgotten)
      if (left.aborted) return cancelled
      // Callers that are still waiting start a new request with the changed credentials or
      // environment.
      if (forgotten.aborted) return await join(id, left)
      if (obtained.ok) landed(id, obtained.value)
      return obtained
    } finally {
      if (flights.get(id) === flight) flights.delete(id)
    }
  }

  const fly = (id: string) => {
    const running = flights.get(id)
    if (running) return running
    const { promise, resolve, reject } = Promise.withResolvers<Result<T>>()
    const flight: Flight<T> = {
      promise,
      left: new AbortController(),
      forgotten: new AbortController(),
      waiting: 0,
    }
    flights.set(id, flight)
    land(id, flight).then(resolve, reject)
    return flight
  }

  /**
   * Waits for the request under way, or starts one. No caller can cancel the request for the
   * others. The request stops when its last caller stops waiting, so that the next caller does not
   * wait for a hanging service.
   */
  const join = async (id: string, signal: AbortSignal | undefined): Promise<Result<T>> => {
    const flight = fly(id)
    flight.waiting += 1
    try {
      return await orCancelled(flight.promise, signal)
    } finally {
      flight.waiting -= 1
      if (flight.waiting === 0 && signal?.aborted) {
        if (flights.get(id) === flight) flights.delete(id)
        flight.left.abort()
      }
    }
  }

  return {
    join,
    /**
     * Stops the request under way, so that nothing more is sent with the old credentials; its
     * callers then share a new request.
     */
    forget: (id: string) => {
      const flight = flights.get(id)
      flights.delete(id)
      flight?.forgotten.abort()
    },
  }
}
