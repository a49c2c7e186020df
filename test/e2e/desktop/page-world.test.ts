import { readFileSync, readlinkSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchDesktop, type Desktop } from '#test/support/desktop/launch.ts'
import { personalFolder, person } from '#test/support/desktop/person.ts'
import { argumentsOf, familyOf } from '#test/support/desktop/processes.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'

let keyring: KeyringSession
let desktop: Desktop
let page: Page

beforeAll(async () => {
  keyring = await startKeyringSession(person)
  desktop = await launchDesktop({ args: ['--data-dir', personalFolder('page-world')] })
  page = desktop.page
  await page.getByText('Training – simulated').first().waitFor()
})
afterAll(async () => {
  await desktop.close()
  await keyring.stop()
})

describe('the page has its own sandbox and its own world (Electron’s security list 2–4, 6, 8–10, 20):', () => {
  test('the window’s web preferences have the intended values', async () => {
    const preferences = await desktop.app.evaluate(({ BrowserWindow }): Record<string, unknown> => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const read: unknown =
        contents === undefined ? null : Reflect.get(contents, 'getLastWebPreferences')
      const given: unknown = typeof read === 'function' ? Reflect.apply(read, contents, []) : null
      return typeof given === 'object' && given !== null ? { ...given, session: null } : {}
    })
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
    })
  })

  test('the kernel confines the page’s process: it has no system calls, privileges, files or network of its own', () => {
    const renderers = familyOf(desktop.pid).filter((pid) =>
      argumentsOf(pid).some((argument) => argument.includes('--type=renderer')),
    )
    expect(renderers).toHaveLength(1)
    for (const pid of renderers) {
      const status = readFileSync(`/proc/${pid}/status`, 'latin1')
      expect(status).toMatch(/^Seccomp:\t2$/m)
      expect(status).toMatch(/^NoNewPrivs:\t1$/m)
      expect(status).toMatch(/^CapEff:\t0+$/m)
      expect(argumentsOf(pid).join(' ')).not.toContain('no-sandbox')
      for (const space of ['net', 'pid']) {
        expect(readlinkSync(`/proc/${pid}/ns/${space}`)).not.toBe(
          readlinkSync(`/proc/${desktop.pid}/ns/${space}`),
        )
      }
    }
  })

  test('Node and Electron are not available in the page, its frames or its workers', async () => {
    const inPage = await page.evaluate(() => {
      const names = [
        'require',
        'process',
        'module',
        'Buffer',
        'global',
        '__dirname',
        'electron',
        'ipcRenderer',
        'setImmediate',
      ]
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const inside = frame.contentWindow
      const found = {
        page: names.filter((name) => name in globalThis),
        frame: [...names, 'glidepath'].filter((name) => inside !== null && name in inside),
      }
      frame.remove()
      return found
    })
    expect(inPage).toEqual({ page: [], frame: [] })
  })

  test('the page cannot create a worker, because it may not load a script for one', async () => {
    const thrown = await page.evaluate(() =>
      [
        new URL('/assets/probe-worker.js', location.href),
        'data:text/javascript,1',
        URL.createObjectURL(new Blob(['1'], { type: 'text/javascript' })),
      ].flatMap((url) =>
        [Worker, SharedWorker].map((Kind) => {
          try {
            return typeof new Kind(url)
          } catch (cause) {
            return cause instanceof Error ? cause.message : ''
          }
        }),
      ),
    )
    expect(thrown).toHaveLength(6)
    for (const message of thrown) expect(message).toContain('TrustedScriptURL')
  })

  test('the page cannot open a file by path unless a person chose the file, not even a file on another computer', async () => {
    const answers = await page.evaluate(async () => {
      const answer = async (path: string): Promise<string> => {
        try {
          await window.glidepath?.invoke('participant.open', {
            kind: 'file',
            name: 'a.xml',
            bytes: new Uint8Array(1),
            path,
          })
          return 'main was asked'
        } catch (cause) {
          return String(cause)
        }
      }
      const paths = [
        '/etc/hostname',
        '//elsewhere.example/share/a.xml',
        String.raw`\\elsewhere.example\share\a.xml`,
      ]
      return Promise.all(paths.map(answer))
    })
    expect(answers).toHaveLength(3)
    for (const answer of answers) expect(answer).toContain('nobody gave it')
  })

  test('changes that the page makes to its own globals do not reach the preload script', async () => {
    const found = await page.evaluate(async () => {
      const bridge: unknown = Reflect.get(globalThis, 'glidepath')
      if (typeof bridge !== 'object' || bridge === null) return null
      const seen: string[] = []
      const has: unknown = Reflect.get(Set.prototype, 'has')
      const invoke: unknown = Reflect.get(bridge, 'invoke')
      if (typeof invoke !== 'function') return null
      Object.defineProperty(Object.prototype, 'polluted', { configurable: true, value: 'yes' })
      Set.prototype.has = () => {
        seen.push('Set.has')
        return true
      }
      const refused = await Promise.resolve(
        Reflect.apply(invoke, bridge, ['evil.channel', {}]),
      ).then(
        () => 'answered',
        (cause: unknown) => (cause instanceof Error ? cause.message : 'refused'),
      )
      Reflect.set(Set.prototype, 'has', has)
      Reflect.deleteProperty(Object.prototype, 'polluted')
      const changed = ['invoke', 'on', 'pathOf', 'more'].filter((name) =>
        Reflect.set(bridge, name, () => 'mine'),
      )
      return {
        names: Object.keys(bridge).toSorted(),
        frozen: Object.isFrozen(bridge),
        replaced:
          Reflect.set(globalThis, 'glidepath', {}) ||
          Reflect.deleteProperty(globalThis, 'glidepath'),
        refused,
        seen,
        changed,
      }
    })
    expect(found).toEqual({
      names: ['invoke', 'on', 'pathOf'],
      frozen: true,
      replaced: false,
      refused: 'The page used an unknown channel.',
      seen: [],
      changed: [],
    })
  })
})
