import type { EventName, EventPayload } from '#shared/ipc/contract.ts'
import type { Envelope } from '#shared/ipc/envelope.ts'
import type { CoreDoor } from '#electron/core/platform/door.ts'
import { createCoreEvents } from '#electron/core/platform/events.ts'

/** A core for tests of the hosts that answers every request with the request itself. */
export interface CoreDouble extends Omit<CoreDoor, 'close' | 'keychainWaits' | 'whenEnding'> {
  whenEnding: CoreDoor['whenEnding']
  keychainWaits: CoreDoor['keychainWaits']
  readonly calls: { readonly channel: string; readonly payload: unknown }[]
  readonly emit: <E extends EventName>(event: E, payload: EventPayload<E>) => void
  /** What `busy` returns: a sentence about a submission under way, or null. */
  sending: string | null
  closed: number
  /** How often the hosts reported that the last page was gone. */
  pagesGone: number
  /** The reasons that the hosts gave when they told the core to start no more work. */
  readonly rests: string[]
  /** How often the lock was requested. */
  locks: number
  close: CoreDoor['close']
  /** Answers requests; a test may replace this. */
  answer: (channel: string, payload: unknown) => Promise<Envelope>
}

export const createCoreDouble = (): CoreDouble => {
  const events = createCoreEvents()
  const double: CoreDouble = {
    calls: [],
    rests: [],
    sending: null,
    closed: 0,
    pagesGone: 0,
    locks: 0,
    lock: () => void (double.locks += 1),
    whenEnding: new Promise(() => undefined),
    pageGone: () => void (double.pagesGone += 1),
    answer: async (channel, payload) => ({ ok: true, value: { channel, payload } }),
    emit: (event, payload) => events.emit(event, payload),
    events,
    router: {
      handle: (channel, payload) => {
        double.calls.push({ channel, payload })
        return double.answer(channel, payload)
      },
    },
    close: async () => {
      double.closed += 1
    },
    beginNoMore: (why) => void double.rests.push(why),
    busy: () => double.sending,
    keychainWaits: () => false,
  }
  return double
}
