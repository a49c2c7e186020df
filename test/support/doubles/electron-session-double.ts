import { EventEmitter } from 'node:events'

/** A double of Electron's session that records its calls. */

export type Handler = (...values: readonly unknown[]) => unknown

export class SessionDouble extends EventEmitter {
  readonly handlers = new Map<string, Handler | null>()
  readonly requestHandlers: Handler[] = []
  readonly schemes = new Map<string, (request: Request) => Promise<Response>>()
  readonly partition: string
  readonly options: unknown
  readonly protocol = {
    handle: (scheme: string, handler: (request: Request) => Promise<Response>): void =>
      void this.schemes.set(scheme, handler),
  }
  readonly webRequest = {
    onBeforeRequest: (handler: Handler): void => void this.requestHandlers.push(handler),
  }
  readonly setPermissionRequestHandler = this.#remember('permissionRequest')
  readonly setPermissionCheckHandler = this.#remember('permissionCheck')
  readonly setDevicePermissionHandler = this.#remember('devicePermission')
  readonly setUSBProtectedClassesHandler = this.#remember('usbProtectedClasses')
  readonly setBluetoothPairingHandler = this.#remember('bluetoothPairing')
  readonly setDisplayMediaRequestHandler = this.#remember('displayMedia')
  /** Languages whose dictionaries Chromium would fetch; `null` until they are set. */
  spellingLanguages: readonly string[] | null = null
  spelling = true
  proxy: unknown = null
  readonly setCertificateVerifyProc = this.#remember('certificateVerify')

  constructor(partition: string, options: unknown) {
    super()
    this.partition = partition
    this.options = options
  }
  #remember(name: string): (handler: Handler | null) => void {
    return (handler) => void this.handlers.set(name, handler)
  }
  setSpellCheckerLanguages(languages: readonly string[]): void {
    this.spellingLanguages = languages
  }
  setSpellCheckerEnabled(enabled: boolean): void {
    this.spelling = enabled
  }
  async setProxy(config: unknown): Promise<void> {
    this.proxy = config
  }
  async forceReloadProxyConfig(): Promise<void> {}
  async resolveProxy(url: string): Promise<string> {
    return `PROXY for ${url}`
  }
}
