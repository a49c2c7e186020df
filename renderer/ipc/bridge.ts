import type { Bridge } from '#shared/ipc/bridge.ts'
import { connectSocketBridge, type SocketBridge, type SocketState } from './socket-bridge.ts'

declare global {
  interface Window {
    /** Set by the desktop's preload script; absent in the browser host. */
    readonly glidepath?: Bridge
  }
}

/**
 * The state of the connection to the host. On the desktop it is always connected, because page and
 * host end together.
 */
export type ConnectionState = SocketState

export type HostBridge = Bridge & Partial<SocketBridge>

/** The bridge of this page's host. */
export const pickBridge = (): HostBridge => window.glidepath ?? connectSocketBridge(window.location)
