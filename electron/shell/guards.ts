import { app, type Event, type Session, type WebContents } from 'electron'
import { isAppUrl } from './origin.ts'

/** Chromium's own talk with the network that has nothing to do with a page. */
const quiet = [
  'disable-background-networking',
  'disable-component-update',
  'disable-domain-reliability',
  'no-pings',
]

/**
 * Pickers of files and folders that a page opens by itself. Main hears nothing of them, and the one for saving makes an empty
 * file, over an older one too, before any permission is asked for.
 */
const ownPickers = 'FileSystemAccessLocal'

/** Every class Electron knows; a protected class is out of a page's reach. */
const usbClasses = [
  'audio',
  'audio-video',
  'hid',
  'mass-storage',
  'smart-card',
  'video',
  'wireless',
] as const

/** The one thing granted, and to our own page alone: text onto the clipboard after a press of a Copy button. */
const isGranted = (permission: string, url: string): boolean =>
  permission === 'clipboard-sanitized-write' && isAppUrl(url)

/** Everything else a session could grant, denied. Without these handlers Electron grants all of it. */
const denyPermissions = (session: Session): void => {
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

/** Chromium fetches dictionaries for a session as soon as that exists, whatever its windows want of spelling. */
const fetchNoDictionaries = (session: Session): void => {
  session.setSpellCheckerLanguages([])
  session.setSpellCheckerEnabled(false)
}

/** What a page may load: its own origin and what it made itself; the inspector's own files during development. */
const isAllowedRequest = (url: string, development: boolean): boolean =>
  isAppUrl(url) ||
  url.startsWith('data:') ||
  (url.startsWith('blob:') && isAppUrl(url.slice('blob:'.length))) ||
  (development && url.startsWith('devtools://'))

/**
 * Stops every request of `session` that is not the page's own, whatever asked for it, and every download: what a person
 * saves is written by main, and Chromium begins to write before it asks where to.
 */
const blockRequests = (session: Session, development: boolean): void => {
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest(({ url }, callback) =>
    callback({ cancel: !isAllowedRequest(url, development) }),
  )
}

/**
 * Leaves a session no way to the network: whatever gets past the guards, such as TURN over TCP, which is no request to
 * them, finds a proxy on a port where nobody can listen. `app:` needs no network.
 */
export const closeOff = (session: Session): Promise<void> =>
  session.setProxy({
    mode: 'fixed_servers',
    proxyRules: 'http://127.0.0.1:0',
    proxyBypassRules: '<-loopback>',
  })

const preventUnlessApp = (event: Event<{ readonly url: string }>): void => {
  if (!isAppUrl(event.url)) event.preventDefault()
}

/** Keeps a page where it is: no other origin in any of its frames, no further window, no webview, no talk between peers. */
const confine = (contents: WebContents): void => {
  // No policy of the page's covers WebRTC, which else sends what it likes to whom it likes.
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

/** Guards every page from the moment it exists, and every session that is ever made. Call before `app` is ready. */
export const installGuards = ({ development }: { readonly development: boolean }): void => {
  app.enableSandbox()
  for (const name of quiet) app.commandLine.appendSwitch(name)
  app.commandLine.appendSwitch('disable-blink-features', ownPickers)
  app.on('session-created', (session) => {
    fetchNoDictionaries(session)
    denyPermissions(session)
    blockRequests(session, development)
  })
  app.on('web-contents-created', (_event, contents) => confine(contents))
}
