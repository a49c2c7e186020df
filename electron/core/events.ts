import type { EventName, EventPayload } from '#shared/ipc/contract.ts'

type Listener = <E extends EventName>(event: E, payload: EventPayload<E>) => void

/** What main tells every connected page. Hosts listen; services emit. */
export interface CoreEvents {
  emit<E extends EventName>(event: E, payload: EventPayload<E>): void
  /** The returned function ends the subscription. */
  on(listener: Listener): () => void
}

export const createCoreEvents = (): CoreEvents => {
  const listeners = new Set<Listener>()
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
