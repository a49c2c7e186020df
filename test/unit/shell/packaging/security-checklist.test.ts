import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  app,
  emitEvent,
  journal,
  schemes,
  session as sessionApi,
  sessions,
} from '#test/support/doubles/electron-double.ts'
import { startDesktop } from '../desktop-harness.ts'
import type { Desktop } from '../desktop-harness.ts'

vi.mock('electron', () => import('#test/support/doubles/electron-double.ts'))

/**
 * Electron's security checklist (docs/tutorial/security.md, 20 items), as far as it can be tested without the runtime.
 * Items 7 and 18 are in app-protocol.test.ts, 17 in ipc-bridge.test.ts, 20 in preload.test.ts, 16 and 19 in
 * packaging.test.ts. Item 15 holds because nothing calls `shell.openExternal`
 * (test/unit/shell/packaging/imports.test.ts).
 */

const permissions = [
  'ar',
  'automatic-fullscreen',
  'background-fetch',
  'background-sync',
  'captured-surface-control',
  'clipboard-read',
  'deprecated-sync-clipboard-read',
  'display-capture',
  'fileSystem',
  'fullscreen',
  'geolocation',
  'hid',
  'idle-detection',
  'keyboardLock',
  'local-fonts',
  'local-network',
  'loopback-network',
  'media',
  'mediaKeySystem',
  'midi',
  'midiSysex',
  'nfc',
  'notifications',
  'openExternal',
  'payment-handler',
  'pointerLock',
  'screen-wake-lock',
  'sensors',
  'serial',
  'speaker-selection',
  'storage-access',
  'top-level-storage-access',
  'usb',
  'web-printing',
  'window-management',
  'unknown',
]

const elsewhere = [
  'https://example.com/',
  'http://127.0.0.1:80/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'about:blank',
  'app://glidepath.example.com/',
  'app://other/',
  'app://glidepath@other/',
  'app://x:y@glidepath/',
  'App2://glidepath/',
  'data:text/html,hello',
  'blob:https://example.com/1',
  'not a url',
  '',
]

let desktop: Desktop
beforeEach(async () => {
  desktop = await startDesktop()
})
afterEach(() => desktop.end())

describe('the page', () => {
  test.each([
    ['nodeIntegration', false], // 2
    ['nodeIntegrationInWorker', false],
    ['nodeIntegrationInSubFrames', false],
    ['contextIsolation', true], // 3
    ['sandbox', true], // 4
    ['webSecurity', true], // 6
    ['allowRunningInsecureContent', false], // 8
    ['experimentalFeatures', false], // 9
    ['webviewTag', false], // 11
    ['spellcheck', false],
    ['devTools', false],
  ])('has the preference %s set to %s', (name, value) => {
    expect(desktop.window.options.webPreferences[name]).toBe(value)
  })

  test('has no Blink features (item 10) and no unknown preference', () => {
    expect(Object.keys(desktop.window.options.webPreferences).toSorted()).toEqual([
      'allowRunningInsecureContent',
      'contextIsolation',
      'devTools',
      'experimentalFeatures',
      'navigateOnDragDrop',
      'nodeIntegration',
      'nodeIntegrationInSubFrames',
      'nodeIntegrationInWorker',
      'preload',
      'safeDialogs',
      'sandbox',
      'session',
      'spellcheck',
      'webSecurity',
      'webviewTag',
    ])
  })

  test('is sandboxed like every process, because the sandbox is enabled before the application is ready (item 4)', () => {
    expect(journal).toContain('enableSandbox')
    expect(journal.indexOf('enableSandbox')).toBeLessThan(journal.indexOf('ready'))
    expect(journal.indexOf('registerSchemesAsPrivileged')).toBeLessThan(journal.indexOf('ready'))
  })

  test('has a session in memory and without a cache', () => {
    expect(desktop.session.partition).not.toMatch(/^persist:/)
    expect(desktop.session.options).toEqual({ cache: false })
    expect(desktop.window.options.webPreferences['session']).toBe(desktop.session)
  })

  test('has a session without access to the network, whatever gets past the guards', () => {
    expect(desktop.session.proxy).toEqual({
      mode: 'fixed_servers',
      proxyRules: 'http://127.0.0.1:0',
      proxyBypassRules: '<-loopback>',
    })
    expect(desktop.window.webContents.peers).toBe('disable_non_proxied_udp')
  })

  test('causes no download of dictionaries, although Chromium would fetch them by default', () => {
    for (const { spelling, spellingLanguages } of sessions) {
      expect(spelling).toBe(false)
      expect(spellingLanguages).toEqual([])
    }
  })

  test('keeps Chromium’s files in their own folder, which is set before the application is ready', () => {
    const data = app.getPath('userData')
    expect(app.getPath('sessionData')).toBe(path.join(data, 'chromium'))
    expect(app.getPath('crashDumps')).toBe(path.join(data, 'chromium', 'Crashpad'))
    expect(journal.indexOf('path sessionData')).toBeLessThan(journal.indexOf('ready'))
  })

  test('is loaded again after a navigation to about:blank, because no handler can prevent that', () => {
    desktop.window.webContents.emit('did-navigate', {}, 'app://glidepath/')
    expect(desktop.window.urls).toHaveLength(1)
    desktop.window.webContents.emit('did-navigate', {}, 'about:blank')
    expect(desktop.window.urls).toEqual(['app://glidepath/', 'app://glidepath/'])
  })

  test('is the program’s own, and no other page is loaded (item 1)', () => {
    expect(desktop.window.urls).toEqual(['app://glidepath/'])
  })
})

describe('permissions (item 5)', () => {
  /** How the handlers answer a request and a check. */
  const answersTo = (permission: string, url: string): readonly unknown[] => {
    const asked = vi.fn<(granted: boolean) => void>()
    const { handlers } = desktop.session
    handlers.get('permissionRequest')?.(desktop.window.webContents, permission, asked, {
      requestingUrl: url,
    })
    const lookedUp = handlers.get('permissionCheck')?.(
      desktop.window.webContents,
      permission,
      url,
      {},
    )
    return [...asked.mock.calls.flat(), lookedUp]
  }

  test.each(permissions)('are denied for %s on request and on lookup', (permission) => {
    expect(answersTo(permission, 'app://glidepath/')).toEqual([false, false])
  })

  test('to write to the clipboard are granted only to our own page', () => {
    expect(answersTo('clipboard-sanitized-write', 'app://glidepath/')).toEqual([true, true])
    for (const url of elsewhere)
      expect(answersTo('clipboard-sanitized-write', url), url).toEqual([false, false])
  })

  test('to use devices, pairing and screens are denied', () => {
    const call = (name: string, ...values: unknown[]): unknown =>
      desktop.session.handlers.get(name)?.(...values)
    expect(call('devicePermission', { deviceType: 'hid' })).toBe(false)
    expect(call('usbProtectedClasses', { protectedClasses: [] })).toHaveLength(7)
    const pairing = vi.fn()
    call('bluetoothPairing', { pairingKind: 'confirm' }, pairing)
    expect(pairing).toHaveBeenCalledExactlyOnceWith({ confirmed: false })
    const media = vi.fn()
    call('displayMedia', {}, media)
    expect(media).toHaveBeenCalledExactlyOnceWith(null)
  })

  test('cannot be obtained through a chooser, which always returns no selection', () => {
    const chosen = vi.fn()
    expect(emitEvent(desktop.session, 'select-hid-device', {}, chosen).prevented).toBe(true)
    expect(emitEvent(desktop.session, 'select-serial-port', [], null, chosen).prevented).toBe(true)
    expect(emitEvent(desktop.session, 'select-usb-device', {}, chosen).prevented).toBe(true)
    expect(
      emitEvent(desktop.window.webContents, 'select-bluetooth-device', [], chosen).prevented,
    ).toBe(true)
    expect(chosen.mock.calls).toEqual([[null], [''], [], ['']])
  })

  test('are also guarded in a session made later', () => {
    const later = sessionApi.fromPartition('later', {})
    expect(later.handlers.get('permissionRequest')).toBeTypeOf('function')
    expect(later.requestHandlers).toHaveLength(1)
  })
})

describe('navigation', () => {
  test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])(
    'cannot lead elsewhere through %s (item 13)',
    (name) => {
      for (const url of elsewhere) {
        const event = Object.assign(new Event(name, { cancelable: true }), { url })
        desktop.window.webContents.emit(name, event)
        expect(event.defaultPrevented, url).toBe(true)
      }
      const own = Object.assign(new Event(name, { cancelable: true }), {
        url: 'app://glidepath/#/saved-results',
      })
      desktop.window.webContents.emit(name, own)
      expect(own.defaultPrevented).toBe(false)
    },
  )

  test('cannot attach a webview (items 11 and 12)', () => {
    expect(emitEvent(desktop.window.webContents, 'will-attach-webview', {}, {}).prevented).toBe(
      true,
    )
  })

  test('cannot open a window (item 14)', () => {
    expect(desktop.window.webContents.windowOpenHandler?.()).toEqual({ action: 'deny' })
  })

  test('cannot send a request out of the program (item 1)', () => {
    const cancelled = (url: string): unknown => {
      const answer = vi.fn<(response: object) => void>()
      desktop.session.requestHandlers[0]?.({ url }, answer)
      return answer.mock.calls[0]?.[0]
    }
    for (const url of [
      ...elsewhere.filter((each) => !each.startsWith('data:')),
      'devtools://devtools/x',
      'ws://x/',
    ]) {
      expect(cancelled(url), url).toEqual({ cancel: true })
    }
    for (const url of [
      'app://glidepath/assets/a.js',
      'data:image/png;base64,',
      'blob:app://glidepath/1-2',
    ]) {
      expect(cancelled(url), url).toEqual({ cancel: false })
    }
  })

  test('cannot download anything, not even the page’s own files, because Chromium writes downloads before it asks where to save them', () => {
    for (const url of [
      'https://example.com/a.exe',
      'app://glidepath/assets/a.js',
      'blob:app://glidepath/1-2',
      'data:text/plain,a',
    ]) {
      expect(
        emitEvent(desktop.session, 'will-download', { getURL: () => url }).prevented,
        url,
      ).toBe(true)
    }
  })

  test('cannot override certificate errors', () => {
    expect(app.listenerCount('certificate-error')).toBe(0)
    expect(desktop.window.webContents.listenerCount('certificate-error')).toBe(0)
    expect(desktop.session.handlers.has('certificateVerify')).toBe(false)
  })
})

test('the scheme is standard and secure and never bypasses the policy (item 18)', () => {
  expect(schemes).toEqual([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
})
