import type { EventName, EventPayload } from '#shared/ipc/contract.ts'
import type { Envelope } from '#shared/ipc/envelope.ts'
import type { RestReason } from '../lists/list-needs.ts'

/** Told of every event with its payload, already valid by the contract. */
export type EventListener = <E extends EventName>(event: E, payload: EventPayload<E>) => void

/** All that a host (desktop shell, browser host) sees of the core. `createCore` returns one. */
export interface CoreDoor {
  readonly router: {
    /** Validates both ways; never rejects: an unknown channel or a bad payload is an envelope with an error. */
    readonly handle: (channel: string, payload: unknown) => Promise<Envelope>
  }
  readonly events: {
    /** The returned function ends it. */
    readonly on: (listener: EventListener) => () => void
  }
  /** Locks the program, where a passphrase is set: the computer itself was locked or goes to sleep. */
  readonly lock: () => void
  /** Stops jobs, the training service and the transport; resolves when files are closed. */
  readonly close: () => Promise<void>
  /** The last page is gone: what was kept for it alone goes with it. */
  readonly pageGone: () => void
  /** Begins no further row of a list; what is on its way is finished, so that {@link busy} comes to an end. */
  readonly beginNoMore: (why: RestReason) => void
  /** A sentence while a submission is being sent, else null. */
  readonly busy: () => string | null
  /** Whether the keychain has not come back from a call, which holds a thread that the end of the process waits for. */
  readonly keychainWaits: () => boolean
}
