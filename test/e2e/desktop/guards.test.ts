import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startElsewhere, type Elsewhere } from '#test/support/desktop/stage/elsewhere.ts'
import { launchDesktop, type Desktop } from '#test/support/desktop/launch.ts'
import { personalFolder, person } from '#test/support/desktop/person.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'

let keyring: KeyringSession
let elsewhere: Elsewhere
let desktop: Desktop
let page: Page
/**
 * Replaces every program that the system would start to open an address; the replacement writes to
 * this file.
 */
const openedOutside = path.join(personalFolder('outside'), 'opened')

const beforePath = (): string => {
  const folder = personalFolder('bin')
  for (const name of ['xdg-open', 'x-www-browser', 'gio', 'kde-open', 'xdg-email']) {
    writeFileSync(path.join(folder, name), `#!/bin/sh\necho "${name} $*" >> '${openedOutside}'\n`)
    chmodSync(path.join(folder, name), 0o755)
  }
  return `${folder}:${process.env['PATH'] ?? ''}`
}

beforeAll(async () => {
  keyring = await startKeyringSession(person)
  elsewhere = await startElsewhere()
  desktop = await launchDesktop({
    args: ['--data-dir', personalFolder('guards')],
    env: { PATH: beforePath() },
  })
  page = desktop.page
  await page.getByText('Training – simulated').first().waitFor()
  await page.evaluate(() => Object.assign(globalThis, { stillHere: true }))
})
afterAll(async () => {
  await desktop.close()
  await elsewhere.stop()
  await keyring.stop()
})

/** Runs `code` in the page as if after a user's click; resolves to the result. */
const pressed = (code: string): Promise<unknown> =>
  desktop.app.evaluate(async ({ BrowserWindow }, source): Promise<unknown> => {
    const [window] = BrowserWindow.getAllWindows()
    return window?.webContents.executeJavaScript(source, true)
  }, code)

const countContents = (): Promise<number> =>
  desktop.app.evaluate(({ webContents }) => webContents.getAllWebContents().length)

/**
 * Checks that the page is still the same single document, and that nothing arrived at the other
 * address.
 */
const expectUnmoved = async (): Promise<void> => {
  await page.waitForTimeout(150)
  expect(page.url()).toMatch(/^app:\/\/glidepath\//)
  expect(await page.evaluate(() => 'stillHere' in globalThis)).toBe(true)
  expect(await countContents()).toBe(1)
  expect(elsewhere.arrived).toEqual([])
  expect(existsSync(openedOutside)).toBe(false)
}

describe('the page cannot leave its address, open windows or contact other servers (Electron’s security list 1, 11–15):', () => {
  afterEach(expectUnmoved)

  const addresses = [
    'ELSEWHERE/',
    'file:///etc/passwd',
    'data:text/html,gone',
    'javascript:document.write(1)',
    'blob:app://glidepath/none',
    'app://other/',
    'app://glidepath:81/',
    'app://user@glidepath/',
    'devtools://devtools/bundled/inspector.html',
    'chrome://gpu/',
    'chrome://crash/',
    'view-source:app://glidepath/',
    'filesystem:app://glidepath/temporary/x',
    'mailto:a@example.com',
    'tel:1',
    'ssh://x',
    'ms-settings:',
  ]
  const to = (address: string): string =>
    JSON.stringify(address.replace('ELSEWHERE', elsewhere.url))

  test.each(addresses)(
    'no link, location, form, window or meta refresh navigates to %s',
    async (address) => {
      const target = to(address)
      await pressed(`{
      const tries = [
        () => { location.href = ${target} },
        () => location.assign(${target}),
        () => location.replace(${target}),
        () => open(${target}),
        () => open(${target}, '_self'),
        () => open(${target}, 'other', 'popup,noopener'),
        ...['', '_blank', '_top', '_parent', 'named'].map((target) => () => {
          const link = Object.assign(document.createElement('a'), { href: ${target}, target, textContent: 'away' })
          document.body.append(link); link.click(); link.remove()
        }),
        ...['get', 'post'].flatMap((method) => ['', '_blank'].map((target) => () => {
          const form = Object.assign(document.createElement('form'), { action: ${target}, method, target })
          document.body.append(form); form.submit(); form.remove()
        })),
        () => { const meta = Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: '0;url=' + ${target} }); document.head.append(meta); meta.remove() },
      ]
      for (const attempt of tries) { try { attempt() } catch {} }
    }`)
    },
  )

  test.each([
    'ELSEWHERE/',
    'file:///etc/passwd',
    'data:text/html,x',
    'about:blank',
    'blob:',
    'app://glidepath/',
    'app://other/',
  ])('a frame, object, embed or portal for %s shows nothing and has no bridge', async (address) => {
    const found = await pressed(`(async () => {
        const address = ${to(address)} === 'blob:' ? URL.createObjectURL(new Blob(['<p>in'], { type: 'text/html' })) : ${to(address)}
        const found = []
        for (const [tag, name] of [['iframe', 'src'], ['frame', 'src'], ['object', 'data'], ['embed', 'src'], ['webview', 'src'], ['portal', 'src'], ['fencedframe', 'src']]) {
          const element = document.createElement(tag)
          const given = tag === 'webview' ? ['nodeintegration', 'allowpopups', 'disablewebsecurity'] : []
          try { element.setAttribute(name, address); for (const each of given) element.setAttribute(each, '') } catch (cause) { if (cause.name !== 'TypeError') throw cause }
          document.body.append(element)
          await new Promise((resolve) => setTimeout(resolve, 40))
          const inside = (() => { try { return element.contentWindow?.document ? element.contentWindow : null } catch { return null } })()
          found.push([inside?.document.body?.textContent ?? '', inside !== null && 'glidepath' in inside])
          element.remove()
        }
        return found
      })()`)
    expect(found).toEqual(Array.from({ length: 7 }, () => ['', false]))
  })

  test('the history API leads to no other page', async () => {
    const thrown = await pressed(`(() => {
      const names = []
      for (const url of [${to('ELSEWHERE/')}, 'app://other/']) try { history.pushState(null, '', url) } catch (cause) { names.push(cause.name) }
      history.back(); history.forward(); history.go(-5)
      return names
    })()`)
    expect(thrown).toEqual(['SecurityError', 'SecurityError'])
  })

  test('a link clicked with any mouse button and modifier key opens nothing', async () => {
    await page.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), {
        href,
        id: 'away',
        textContent: 'away',
      })
      Object.assign(link.style, {
        position: 'fixed',
        top: '0',
        left: '0',
        zIndex: '9999',
        width: '80px',
        height: '40px',
        background: 'white',
      })
      document.body.append(link)
    }, elsewhere.url)
    for (const modifiers of [[], ['Control'], ['Shift'], ['Alt'], ['Control', 'Shift']] as const) {
      await page.mouse.move(20, 20)
      for (const key of modifiers) await page.keyboard.down(key)
      for (const button of ['left', 'middle'] as const) await page.mouse.click(20, 20, { button })
      for (const key of modifiers) await page.keyboard.up(key)
    }
    await page.evaluate(() => document.querySelector('#away')?.remove())
  })

  test('a link, a text or a file dropped on the page does not navigate', async () => {
    const devTools = await page.context().newCDPSession(page)
    const file = path.join(personalFolder('dropped'), 'page.html')
    writeFileSync(file, '<title>dropped</title>')
    for (const data of [
      {
        items: [{ mimeType: 'text/uri-list', data: `${elsewhere.url}/` }],
        files: [],
        dragOperationsMask: 7,
      },
      {
        items: [{ mimeType: 'text/html', data: `<a href="${elsewhere.url}/">x</a>` }],
        files: [],
        dragOperationsMask: 7,
      },
      { items: [], files: [file], dragOperationsMask: 7 },
    ]) {
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
        await devTools.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data })
      }
    }
    await devTools.detach()
  })

  test('no kind of request leaves the page', async () => {
    const answers = await pressed(`(async () => {
      const url = ${to('ELSEWHERE/')}, ws = url.replace('http', 'ws')
      const failed = (promise) => Promise.race([promise.then(() => 'went', () => 'refused'), new Promise((resolve) => setTimeout(resolve, 3000, 'no answer'))])
      const loads = (tag, properties) => failed(new Promise((resolve, reject) => {
        const element = document.createElement(tag)
        element.onload = resolve; element.onerror = reject
        try { Object.assign(element, properties) } catch (cause) { reject(cause) }
        document.body.append(element)
        setTimeout(() => { element.remove(); reject() }, 500)
      }))
      return Promise.all([
        failed(fetch(url)), failed(fetch(url, { mode: 'no-cors' })), failed(fetch(url, { method: 'POST', body: 'x', keepalive: true })),
        failed(new Promise((resolve, reject) => { const x = new XMLHttpRequest(); x.onload = resolve; x.onerror = reject; x.open('GET', url); x.send() })),
        failed(new Promise((resolve, reject) => { const w = new WebSocket(ws); w.onopen = resolve; w.onerror = reject })),
        failed(new Promise((resolve, reject) => { const e = new EventSource(url); e.onopen = resolve; e.onerror = () => { e.close(); reject() } })),
        failed((async () => { const t = new WebTransport(url.replace('http', 'https')); await t.ready })()),
        failed(import(url + 'x.js')),
        failed((async () => { if (!navigator.sendBeacon(url, 'x')) throw new Error('no') ; throw new Error('queued') })()),
        loads('img', { src: url }), loads('img', { srcset: url + ' 1x' }), loads('link', { rel: 'stylesheet', href: url }), loads('link', { rel: 'prefetch', href: url }),
        loads('link', { rel: 'preload', as: 'image', href: url }), loads('link', { rel: 'modulepreload', href: url }), loads('link', { rel: 'preconnect', href: url }),
        loads('link', { rel: 'dns-prefetch', href: url }), loads('link', { rel: 'manifest', href: url }), loads('link', { rel: 'icon', href: url }), loads('link', { rel: 'prerender', href: url }),
        loads('video', { src: url, autoplay: true }), loads('audio', { src: url }), loads('track', { src: url }), loads('script', { src: url }),
        failed(new FontFace('x', 'url(' + url + ')').load()),
        failed(navigator.serviceWorker.register('/assets/probe-worker.js')), failed(navigator.serviceWorker.register(url)),
        failed((async () => { new SharedWorker(url); throw new Error('none') })()),
        failed(new Promise((resolve, reject) => { const w = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'], { type: 'text/javascript' }))); w.onmessage = resolve; w.onerror = reject })),
        (() => { document.body.style.backgroundImage = 'url(' + url + ')'; return 'refused' })(),
      ])
    })()`)
    expect(answers).toEqual(Array.from({ length: 30 }, () => 'refused'))
    await page.evaluate(() => document.body.removeAttribute('style'))
  })

  test('WebRTC, which no connection policy covers, sends nothing', async () => {
    const said = await pressed(`(async () => {
      if (typeof RTCPeerConnection !== 'function') return 'none'
      const iceServers = ['stun:127.0.0.1:${elsewhere.port}', 'turn:127.0.0.1:${elsewhere.port}?transport=udp', 'turn:127.0.0.1:${elsewhere.port}?transport=tcp']
        .map((urls) => urls.startsWith('turn') ? { urls, username: 'everything', credential: 'typed' } : { urls })
      let connection
      try { connection = new RTCPeerConnection({ iceServers }) } catch (cause) { return cause.name }
      connection.createDataChannel('x')
      const seen = []
      connection.onicecandidate = ({ candidate }) => candidate && seen.push(candidate.candidate)
      await connection.setLocalDescription(await connection.createOffer())
      await new Promise((resolve) => setTimeout(resolve, 2000))
      connection.close()
      return seen
    })()`)
    expect(said).toEqual([])
  })

  test('a navigation to about:blank, which Electron cannot prevent, is undone at once', async () => {
    await pressed(`location.href = 'about:blank'`)
    await page.waitForFunction(() => !('stillHere' in globalThis) && location.protocol === 'app:')
    await page.getByText('Training – simulated').first().waitFor()
    await page.evaluate(() => Object.assign(globalThis, { stillHere: true }))
  })
})
