import type { Clock } from './ports.ts'
import type { EventName, EventPayload } from '#shared/ipc/contract.ts'

/** Receives every event with its payload, already validated against the contract. */
type EventListener = <E extends EventName>(event: E, payload: EventPayload<E>) => void

/**
 * Calls `tell` at most once every `apartMs`. After a quiet period it calls `tell` immediately;
 * otherwise it calls it once when `apartMs` has passed, for all calls in between.
 */
export const createThrottle = (
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  tell: () => void,
  apartMs = 500,
): (() => void) => {
  let last = Number.NEGATIVE_INFINITY
  let isWaiting = false
  const now = () => {
    last = clock.monotonic()
    tell()
  }
  return () => {
    if (isWaiting) return
    const wait = last + apartMs - clock.monotonic()
    if (wait <= 0) return now()
    isWaiting = true
    void clock.sleep(wait).then(() => {
      isWaiting = false
      now()
    })
  }
}

export const createThrottles = (
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  tell: (key: string) => void,
  apartMs: number,
) => {
  const throttles = new Map<string, () => void>()
  return (key: string) => {
    const throttle = throttles.get(key) ?? createThrottle(clock, () => tell(key), apartMs)
    throttles.set(key, throttle)
    throttle()
  }
}

/** Events from main to every connected page. Hosts listen; services emit. */
export interface CoreEvents {
  emit<E extends EventName>(event: E, payload: EventPayload<E>): void
  /** The returned function unsubscribes. */
  on(listener: EventListener): () => void
}

export const createCoreEvents = (): CoreEvents => {
  const listeners = new Set<EventListener>()
  return {
    emit: (event, payload) => {
      for (const listener of listeners) listener(event, payload)
    },
    on: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
