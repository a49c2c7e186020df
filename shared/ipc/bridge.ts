/**
 * The interface that the host offers to the page. On the desktop the preload script puts it on
 * `window.glidepath`; in the browser host the page builds it over a WebSocket. Nothing else passes
 * between them.
 */
export interface Bridge {
  /** Resolves to an envelope (envelope.ts); rejects only if the host has gone away. */
  readonly invoke: (channel: string, payload: unknown) => Promise<unknown>
  /** Calls `listener` with each payload of `event`; the returned function unsubscribes. */
  readonly on: (event: string, listener: (payload: unknown) => void) => () => void
  /** Path of a picked or dropped file if the host knows it, otherwise empty. */
  readonly pathOf: (file: unknown) => string
}
