import { EventEmitter } from 'node:events'

interface FrameDouble {
  readonly origin: string
  readonly parent: unknown
  readonly processId: number
  readonly frameToken: string
}

/** A double of `webContents`, the page in a window; part of `electron-double.ts`. */
export class WebContentsDouble extends EventEmitter {
  readonly mainFrame: FrameDouble = {
    origin: 'app://glidepath',
    parent: null,
    processId: 7,
    frameToken: 'top-frame',
  }
  readonly sent: { readonly channel: string; readonly values: readonly unknown[] }[] = []
  reloads = 0
  /** 0 for a page without a process, as in Electron. */
  pid = 0
  closed = false
  readonly session = {}
  getOSProcessId(): number {
    return this.pid
  }
  isDestroyed(): boolean {
    return this.closed
  }
  close(): void {
    this.closed = true
  }
  async loadURL(): Promise<void> {}
  /** What the page does when asked to close: agrees, refuses (`beforeunload`), or never answers. */
  page: 'lets go' | 'holds on' | 'hangs' = 'lets go'
  windowOpenHandler: (() => unknown) | null = null
  peers = ''
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.peers = policy
  }
  setWindowOpenHandler(handler: () => unknown): void {
    this.windowOpenHandler = handler
  }
  /** Answers at once, like a page that is not blocked. */
  async executeJavaScript(): Promise<unknown> {
    return true
  }
  send(channel: string, ...values: readonly unknown[]): void {
    this.sent.push({ channel, values })
  }
  reload(): void {
    this.reloads += 1
  }
}
