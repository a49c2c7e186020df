import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { channelNames } from '#shared/ipc/channels.ts'
import { askAll, askAllFromPage } from '#test/support/desktop/ask-app.ts'
import { launchDesktop, type Desktop } from '#test/support/desktop/launch.ts'
import { personalFolder, person } from '#test/support/desktop/person.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'

/**
 * Tests on the real desktop what `app://` serves to the page and to main, and which senders the
 * bridge answers.
 */

const secret = 'never-to-be-served-6c0f'
const dist = path.join(inject('desktop').stage.appDir, 'dist')
const planted = {
  beside: path.join(dist, 'secret.json'),
  hidden: path.join(dist, 'renderer', '.secret.json'),
  map: path.join(dist, 'renderer', 'assets', 'secret.js.map'),
  link: path.join(dist, 'renderer', 'link.json'),
  folderLink: path.join(dist, 'renderer', 'linked'),
}

let keyring: KeyringSession
let desktop: Desktop
let page: Page

beforeAll(async () => {
  keyring = await startKeyringSession(person)
  for (const file of [planted.beside, planted.hidden, planted.map])
    writeFileSync(file, `"${secret}"`)
  symlinkSync(planted.beside, planted.link)
  symlinkSync(dist, planted.folderLink)
  desktop = await launchDesktop({ args: ['--data-dir', personalFolder('page-files')] })
  page = desktop.page
  await page.getByText('Training – simulated').first().waitFor()
})
afterAll(async () => {
  await desktop.close()
  for (const file of Object.values(planted)) rmSync(file, { force: true })
  await keyring.stop()
})

const ways = [
  '/../secret.json',
  '/%2e%2e/secret.json',
  '/%2E%2E%2Fsecret.json',
  '/..%2fsecret.json',
  '/..%5csecret.json',
  '/..\\secret.json',
  '/assets/../../secret.json',
  '/assets/%2e%2e/%2e%2e/secret.json',
  '/assets/..%2f..%2fsecret.json',
  '/%252e%252e/secret.json',
  '/%252e%252e%252fsecret.json',
  '/%c0%ae%c0%ae/secret.json',
  '/%c0%af..%c0%afsecret.json',
  '/%e0%80%ae%e0%80%ae/secret.json',
  '/\u2025/secret.json',
  '/\uff0e\uff0e/secret.json',
  '/\uff0e\uff0e\uff0fsecret.json',
  '/%ef%bc%8e%ef%bc%8e/secret.json',
  '/..%00/secret.json',
  '/secret.json%00',
  '/%00',
  '/....//secret.json',
  '/..;/secret.json',
  '/.%2e/secret.json',
  '/%2e./secret.json',
  '//secret.json',
  '///etc/passwd',
  '/%2fetc%2fpasswd',
  '/etc/passwd',
  '/C:/secret.json',
  '/C:%5csecret.json',
  '/secret.json::$DATA',
  '/.secret.json',
  '/%2esecret.json',
  '/assets/secret.js.map',
  '/link.json',
  '/linked/secret.json',
  '/linked/renderer/../secret.json',
  '/../renderer/../secret.json',
  '/?../secret.json',
  '/#/../secret.json',
  '/../electron/main.js',
  '/../../package.json',
  '/..%2f..%2fpackage.json',
]
/** Chromium removes ports and user names from such addresses before any code sees them. */
const sameOrigins = [
  'app://glidepath',
  'app://glidepath:80',
  'app://user@glidepath',
  'app://user:word@glidepath',
  'app://GLIDEPATH',
]
const otherOrigins = [
  'app://other',
  'app://glidepath.',
  'app://glidepath.example.com',
  'app://127.0.0.1',
  'app://',
]
const origins = [...sameOrigins, ...otherOrigins]

describe('app:// answers', () => {
  test('the page’s own addresses with their content, so that empty answers in the next tests mean something', async () => {
    expect(await askAll(desktop, [['app://glidepath/', 'GET']])).toMatchObject([{ status: 200 }])
    const [answer] = await askAllFromPage(page, ['app://glidepath/'])
    expect(answer?.body).toContain('<div id="app">')
  })

  test.each(ways)(
    '%j without any file from outside the page’s folder, whatever the host',
    async (way) => {
      const urls = origins.map((origin) => `${origin}${way}`)
      const answers = [
        ...(await askAll(
          desktop,
          urls.map((url) => [url, 'GET']),
        )),
        ...(await askAllFromPage(page, urls)),
      ]
      expect(answers).toHaveLength(2 * origins.length)
      for (const { body } of answers) {
        expect(body).not.toContain(secret)
        expect(body).not.toContain('root:')
        expect(body).not.toContain('"devDependencies"')
        expect(body).not.toMatch(/^import /)
      }
    },
  )

  test('requests for other hosts without content', async () => {
    const answers = await askAll(
      desktop,
      otherOrigins.map((origin) => [`${origin}/index.html`, 'GET']),
    )
    for (const [index, { status, body }] of answers.entries()) {
      expect([0, 404], otherOrigins[index]).toContain(status)
      expect(body, otherOrigins[index]).toBe('')
    }
  })

  test('every request with the content security policy as a header: pages, files, errors, other hosts, other methods', async () => {
    const script = await page.evaluate(
      () => document.querySelector('script[type=module]')?.getAttribute('src') ?? '',
    )
    const file = new URL(script, 'app://glidepath/').href
    const answers = await askAll(desktop, [
      ...[
        'app://glidepath/',
        'app://glidepath/some/route',
        file,
        'app://glidepath/none.js',
        'app://glidepath/%ff',
        'app://glidepath/%00',
        'app://other/',
      ].map((url) => [url, 'GET'] as const),
      ...['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'].map(
        (method) => ['app://glidepath/', method] as const,
      ),
    ])
    expect(answers.map(({ status }) => status)).toEqual([
      200, 200, 200, 404, 400, 400, 404, 405, 405, 405, 405, 405, 405,
    ])
    for (const { policy } of answers) {
      expect(policy).toContain(`default-src 'none'`)
      expect(policy).toContain(`script-src 'self';`)
      expect(policy).not.toContain('unsafe')
    }
  })
})

describe('the content security policy is in force (Electron’s security list 7):', () => {
  /** This does not use Playwright's `evaluate`, which may run text despite the policy. */
  const inPage = (code: string): Promise<unknown> =>
    desktop.app.evaluate(
      async ({ BrowserWindow }, source): Promise<unknown> =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(source),
      code,
    )

  const attempts: readonly (readonly [name: string, code: string])[] = [
    ['eval', `eval('globalThis.ran = 1')`],
    ['eval, indirectly', `(0, eval)('globalThis.ran = 1')`],
    ['a function made of text', `new Function('globalThis.ran = 1')()`],
    ['a function made through the bridge', `glidepath.invoke.constructor('globalThis.ran = 1')()`],
    ['a timer with text', `setTimeout('globalThis.ran = 1', 0)`],
    [
      'an inline script',
      `{ const script = document.createElement('script'); script.append('globalThis.ran = 1'); document.head.append(script) }`,
    ],
    [
      'a script of another kind',
      `{ const script = document.createElement('script'); script.type = 'module'; script.append('globalThis.ran = 1'); document.head.append(script) }`,
    ],
    [
      'a script from a data URL',
      `{ const script = document.createElement('script'); script.src = 'data:text/javascript,globalThis.ran=1'; document.head.append(script) }`,
    ],
    [
      'markup',
      `document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="globalThis.ran = 1">')`,
    ],
    ['a document written', `document.write('<script>globalThis.ran = 1</script>')`],
    [
      'markup parsed apart',
      `document.body.append(new DOMParser().parseFromString('<img src=x onerror="globalThis.ran = 1">', 'text/html').body.firstChild)`,
    ],
    ['a handler in an attribute', `document.body.setAttribute('onclick', 'globalThis.ran = 1')`],
    [
      'a frame with a document',
      `{ const frame = document.createElement('iframe'); frame.srcdoc = '<script>parent.ran = 1</script>'; document.body.append(frame) }`,
    ],
    [
      'a frame with a script address',
      `{ const frame = document.createElement('iframe'); frame.src = 'javascript:parent.ran=1'; document.body.append(frame) }`,
    ],
    ['an imported data URL', `import('data:text/javascript,globalThis.ran=1')`],
    [
      'a policy of its own',
      `trustedTypes.createPolicy('mine', { createScript: String }) && (globalThis.ran = 1)`,
    ],
    [
      'the name of Vue’s policy',
      `trustedTypes.createPolicy('vue', { createScript: String }) && (globalThis.ran = 1)`,
    ],
    [
      'WebAssembly',
      `new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) && (globalThis.ran = 1)`,
    ],
  ]
  test.each(attempts)('%s does not run', async (_name, code) => {
    const outcome = await inPage(
      `(async () => { try { await (() => ${code.startsWith('{') ? code : `{ return ${code} }`})() } catch (cause) { return cause.name } finally { document.body.click(); await new Promise((resolve) => setTimeout(resolve, 60)) } return 'nothing' })()`,
    )
    expect(await inPage(`'ran' in globalThis`), String(outcome)).toBe(false)
  })

  test('a base element does not change the base of relative addresses', async () => {
    expect(
      await inPage(
        `{ const base = document.createElement('base'); base.href = 'https://example.com/'; document.head.append(base); document.baseURI }`,
      ),
    ).toMatch(/^app:\/\/glidepath\//)
  })
})

describe('the bridge answers only our page in our window (Electron’s security list 17):', () => {
  /**
   * Opens a window in main with the program's preload script, loads `url` in it, and returns what
   * `app.info` answers there.
   */
  const askElsewhere = (
    url: string,
    partition: string,
    how: 'window' | 'view' | 'our window',
  ): Promise<unknown> =>
    desktop.app.evaluate(
      async ({ BrowserWindow, WebContentsView, session }, given): Promise<unknown> => {
        const [ours] = BrowserWindow.getAllWindows()
        if (ours === undefined) return 'no window'
        const webPreferences = {
          preload: given.preload,
          sandbox: true,
          session: session.fromPartition(given.partition),
        }
        const window =
          given.how === 'window' ? new BrowserWindow({ show: false, webPreferences }) : null
        const view = given.how === 'view' ? new WebContentsView({ webPreferences }) : null
        if (view !== null) ours.contentView.addChildView(view)
        const contents = window?.webContents ?? view?.webContents ?? ours.webContents
        try {
          if (given.how !== 'our window') await contents.loadURL(given.url)
          const answer: unknown = await contents.executeJavaScript(
            `Promise.resolve(globalThis.glidepath?.invoke('environments.list', {})).catch((cause) => 'refused: ' + cause.message)`,
          )
          return answer ?? 'no bridge'
        } catch (cause) {
          return `failed: ${String(cause)}`
        } finally {
          if (view !== null) ours.contentView.removeChildView(view)
          window?.destroy()
        }
      },
      { url, partition, how, preload: path.join(dist, 'electron', 'preload.cjs') },
    )

  const refused = { ok: false, error: { code: 'ipc.invalidRequest' } }

  test('our page is answered', async () => {
    expect(await askElsewhere('', 'glidepath', 'our window')).toMatchObject({ ok: true })
  })

  test.each([
    ['another window with our own page', 'app://glidepath/', 'glidepath', 'window'],
    ['another window with another page', 'data:text/html,hello', 'glidepath', 'window'],
    ['another window and session', 'data:text/html,hello', 'another', 'window'],
    ['a blank window', 'about:blank', 'glidepath', 'window'],
    ['a view inside our window', 'app://glidepath/', 'glidepath', 'view'],
  ] as const)('%s is not answered', async (_name, url, partition, how) => {
    expect(await askElsewhere(url, partition, how)).toMatchObject(refused)
  })

  test('main has one handler for each channel, and no other entry point', async () => {
    const doors = await desktop.app.evaluate(({ ipcMain }) => {
      const handlers: unknown = Reflect.get(ipcMain, '_invokeHandlers')
      return {
        handlers: handlers instanceof Map ? [...handlers.keys()].map(String) : [],
        events: ipcMain.eventNames().map(String),
      }
    })
    expect(doors.handlers.toSorted()).toEqual([...channelNames].toSorted())
    // Electron adds this listener itself; it does nothing.
    expect(doors.events).toEqual(['error'])
  })

  test('another page in our own window is not answered', async () => {
    const [where, answer] = await desktop.app.evaluate(
      async ({ BrowserWindow }): Promise<readonly [string, unknown]> => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        if (contents === undefined) return ['no window', null]
        // Without this, the window would return to the program's page at once.
        contents.removeAllListeners('did-navigate')
        await contents.loadURL('data:text/html,hello')
        const answered: unknown = await contents.executeJavaScript(
          `globalThis.glidepath.invoke('environments.list', {})`,
        )
        return [contents.getURL(), answered]
      },
    )
    expect(where).toBe('data:text/html,hello')
    expect(answer).toMatchObject(refused)
  })
})
