import type { Result } from '#shared/result.ts'
import { cancelled, orCancelled } from './or-cancelled.ts'

/** A call under way, and the number of waiting callers. */
interface Flight<T> {
  readonly promise: Promise<Result<T>>
  readonly stop: AbortController
  waiting: number
}

/** Runs one call of `obtain` at a time for each id. `landed` gets the result, unless the id was forgotten meanwhile. */
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
      // The id was forgotten meanwhile: this result rests on outdated data, so it is obtained again.
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
   * Waits for the call under way, or starts one. No caller can cancel it for the others; it stops when the last caller
   * leaves, so that the next one does not wait for a hanging service.
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
