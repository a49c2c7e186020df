import type { Envelope } from '#shared/ipc/envelope.ts'
import type { CoreEvents } from './events.ts'

/**
 * Why no further row starts: the program is closing (`closing`), it was locked and ends (`lock`), or the computer is going
 * to sleep, shutting down or ending the user's session (`computer`).
 */
export type RestReason = 'closing' | 'lock' | 'computer'

/** The core, as a host (desktop shell, browser host) sees it. `createCore` returns one. */
export interface CoreDoor {
  readonly router: {
    /**
     * Validates requests and replies. Never rejects: an unknown channel or an invalid payload gives an envelope with an
     * error.
     */
    readonly handle: (channel: string, payload: unknown) => Promise<Envelope>
  }
  readonly events: Pick<CoreEvents, 'on'>
  /**
   * Locks the program if a passphrase is set. Call this when the computer locks or goes to sleep.
   */
  readonly lock: () => void
  /**
   * Resolves once the program is locked and what a passphrase that encrypts protects must leave the memory: the host then
   * lets work finish, ends the process and starts another. Never resolves without such a passphrase.
   */
  readonly whenEnding: Promise<void>
  /** Stops jobs, the training service and the transport; resolves once files are closed. */
  readonly close: () => Promise<void>
  /** Call this when the last page has closed, so that data held for pages is dropped. */
  readonly pageGone: () => void
  /** Starts no further row of a list and finishes the rows under way, so that {@link busy} becomes null. */
  readonly beginNoMore: (why: RestReason) => void
  /** A sentence while a submission is being sent, otherwise null. */
  readonly busy: () => string | null
  /** True while a keychain call has not returned, because its thread keeps the process from ending. */
  readonly keychainWaits: () => boolean
}
