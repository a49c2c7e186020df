import type { Result } from '#shared/result.ts'
import { cancelled, orCancelled } from './or-cancelled.ts'

/** A call on its way and how many wait for it. */
interface Flight<T> {
  readonly promise: Promise<Result<T>>
  readonly stop: AbortController
  waiting: number
}

/** One call of `obtain` at a time for each id; `landed` is called with what came, unless it was forgotten meanwhile. */
export const createFlights = <T>(
  obtain: (id: string, signal: AbortSignal) => Promise<Result<T>>,
  landed: (id: string, value: T) => void,
) => {
  const flights = new Map<string, Flight<T>>()

  const land = async (id: string, flight: Flight<T>): Promise<Result<T>> => {
    const { signal } = flight.stop
    try {
      const obtained = await obtain(id, signal)
      if (signal.aborted) return cancelled()
      // Forgotten meanwhile: what came was obtained with what no longer counts, so it is obtained again.
      if (flights.get(id) !== flight) return await join(id, signal)
      if (obtained.ok) landed(id, obtained.value)
      return obtained
    } finally {
      if (flights.get(id) === flight) flights.delete(id)
    }
  }

  const fly = (id: string): Flight<T> => {
    const running = flights.get(id)
    if (running) return running
    const { promise, resolve, reject } = Promise.withResolvers<Result<T>>()
    const flight: Flight<T> = { promise, stop: new AbortController(), waiting: 0 }
    flights.set(id, flight)
    land(id, flight).then(resolve, reject)
    return flight
  }

  /**
   * Waits for the call under way, or starts one. Nobody can cancel it for the others; when the last one who waited has
   * left, it is stopped, so that the next one does not wait for a service that hangs.
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
        flight.stop.abort()
      }
    }
  }

  return { join, forget: (id: string) => void flights.delete(id) }
}
