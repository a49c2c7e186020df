import { app, type Event, type Session, type WebContents } from 'electron'
import { isAppUrl } from './origin.ts'

/** Switches that stop Chromium's own network traffic, which no page needs. */
const quiet = [
  'disable-background-networking',
  'disable-component-update',
  'disable-domain-reliability',
  'no-pings',
]

/**
 * Chromium's feature for pickers of files and folders that a page opens itself. Main does not see
 * these pickers, and the save picker creates an empty file, even over an existing one, before any
 * permission is requested.
 */
const ownPickers = 'FileSystemAccessLocal'

/**
 * No lookup of a name for a `dns-prefetch`, which is no request and so passes the guards: the name itself may carry data
 * to its servers.
 */
const noNameHints = 'dnsPrefetchingEnabled=false'

/** Every USB class that Electron knows; a page cannot reach a protected class. */
const usbClasses = [
  'audio',
  'audio-video',
  'hid',
  'mass-storage',
  'smart-card',
  'video',
  'wireless',
] as const

/**
 * The only granted permission, only for the program's page: writing text to the clipboard after a press of a Copy
 * button.
 */
const isGranted = (permission: string, url: string) =>
  permission === 'clipboard-sanitized-write' && isAppUrl(url)

/** Denies every other permission. Without these handlers Electron grants all of them. */
const denyPermissions = (session: Session) => {
  session.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl }) =>
    callback(isGranted(permission, requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin) =>
    isGranted(permission, origin),
  )
  session.setDevicePermissionHandler(() => false)
  session.setUSBProtectedClassesHandler(() => [...usbClasses])
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }))
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null))
  session.on('select-hid-device', (event, _details, callback) => {
    event.preventDefault()
    callback(null)
  })
  session.on('select-serial-port', (event, _ports, _contents, callback) => {
    event.preventDefault()
    callback('')
  })
  session.on('select-usb-device', (event, _details, callback) => {
    event.preventDefault()
    callback()
  })
}

/** Chromium fetches dictionaries for every new session, whatever the spelling settings of its windows. */
const fetchNoDictionaries = (session: Session) => {
  session.setSpellCheckerLanguages([])
  session.setSpellCheckerEnabled(false)
}

/**
 * True if a page may load `url`. It may load its own origin, data that it created itself, and
 * during development the inspector's files.
 */
const isAllowedRequest = (url: string, development: boolean) =>
  isAppUrl(url) ||
  url.startsWith('data:') ||
  (url.startsWith('blob:') && isAppUrl(url.slice('blob:'.length))) ||
  (development && url.startsWith('devtools://'))

/**
 * Stops every request of `session` that is not the page's own, and every download: main saves files
 * for the user, because Chromium begins to write before it asks for the path.
 */
const blockRequests = (session: Session, development: boolean) => {
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest(({ url }, callback) =>
    callback({ cancel: !isAllowedRequest(url, development) }),
  )
}

/**
 * Cuts the session off from the network. Traffic that the guards do not see as a request, such as
 * TURN over TCP, is sent to a proxy on a port where nothing can listen. `app:` needs no network.
 */
export const closeOff = (session: Session): Promise<void> =>
  session.setProxy({
    mode: 'fixed_servers',
    proxyRules: 'http://127.0.0.1:0',
    proxyBypassRules: '<-loopback>',
  })

const preventUnlessApp = (event: Event<{ readonly url: string }>) => {
  if (!isAppUrl(event.url)) event.preventDefault()
}

/**
 * Keeps a page confined: no other origin in its frames, no other window, no webview, no peer
 * connection.
 */
const confine = (contents: WebContents) => {
  // The Content-Security-Policy does not cover WebRTC, which could otherwise send anything to
  // anybody.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.on('will-navigate', preventUnlessApp)
  contents.on('will-frame-navigate', preventUnlessApp)
  contents.on('will-redirect', preventUnlessApp)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.on('select-bluetooth-device', (event, _devices, callback) => {
    event.preventDefault()
    callback('')
  })
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/**
 * Guards every page and every session from the moment it is created. Call this before `app` is
 * ready.
 */
export const installGuards = ({ development }: { readonly development: boolean }): void => {
  app.enableSandbox()
  for (const name of quiet) app.commandLine.appendSwitch(name)
  app.commandLine.appendSwitch('disable-blink-features', ownPickers)
  app.commandLine.appendSwitch('blink-settings', noNameHints)
  app.on('session-created', (session) => {
    fetchNoDictionaries(session)
    denyPermissions(session)
    blockRequests(session, development)
  })
  app.on('web-contents-created', (_event, contents) => confine(contents))
}
