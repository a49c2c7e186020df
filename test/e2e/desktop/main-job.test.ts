import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron } from 'playwright-core'
import type { ElectronApplication, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/**
 * The main job in the real Electron. Runs where its runtime has been downloaded; elsewhere `npm test` says that it did
 * not. Needs an unpackaged build: a packaged one has the fuse off that Playwright connects through.
 */

const root = fileURLToPath(new URL('../../..', import.meta.url))
const program = ((): string | null => {
  const name = path.join(root, 'node_modules', 'electron', 'path.txt')
  if (!existsSync(name)) return null
  const file = path.join(root, 'node_modules', 'electron', 'dist', readFileSync(name, 'utf8').trim())
  return existsSync(file) ? file : null
})()

describe.runIf(program !== null)('the main job in a window of its own', () => {
  let app: ElectronApplication
  let page: Page
  let dataDir: string
  const complaints: string[] = []
  const requested: string[] = []

  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'glidepath-desktop-'))
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    app = await _electron.launch({
      executablePath: program ?? '',
      args: [...sandbox, root, '--data-dir', dataDir],
      timeout: 30_000,
    })
    page = await app.firstWindow()
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => requested.push(request.url()))
  }, 60_000)
  afterAll(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('shows that it is Training', async () => {
    await page.getByText('Training – simulated').first().waitFor()
    expect(page.url()).toMatch(/^app:\/\/glidepath\//)
  })

  test('opens an example and runs a forecast', async () => {
    await page.getByRole('button', { name: 'Daniel Okafor' }).click()
    await page.getByRole('button', { name: 'Run forecast' }).first().click()
    await page.getByText('a year', { exact: false }).first().waitFor()
    await page.getByRole('heading', { name: 'Wealth by age' }).waitFor()
  })

  test('goes where the menu says', async () => {
    await app.evaluate(({ Menu }) => {
      const go = Menu.getApplicationMenu()?.items.find(({ label }) => label === '&Go')
      go?.submenu?.items.find(({ label }) => label === 'Saved results')?.click()
    })
    await page.getByRole('heading', { name: 'Saved results' }).waitFor()
  })

  test('gives the page nothing but the bridge', async () => {
    const found = await page.evaluate(() => {
      const bridge: unknown = Reflect.get(globalThis, 'glidepath')
      return {
        bridge: typeof bridge === 'object' && bridge !== null ? Object.keys(bridge).toSorted() : [],
        node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis),
        opened: globalThis.open('https://example.com/') === null,
      }
    })
    expect(found).toEqual({ bridge: ['invoke', 'on', 'pathOf'], node: [], opened: true })
  })

  test('keeps the page where it is and asks nobody outside', async () => {
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: 'https://example.com/', textContent: 'away' })
      document.body.append(link)
      link.click()
      link.remove()
    })
    expect(page.url()).toMatch(/^app:\/\/glidepath\//)
    expect(requested.filter((url) => !/^(?:app:\/\/glidepath\/|data:|blob:app:)/.test(url))).toEqual([])
  })

  test('the window’s process is sandboxed', async () => {
    const sandboxed = await app.evaluate(({ app: running }) =>
      running.getAppMetrics().flatMap(({ type, sandboxed: held }) => (type === 'Tab' ? [held ?? null] : [])),
    )
    // Reported on Windows and macOS only.
    for (const held of sandboxed) expect([true, null]).toContain(held)
    expect(sandboxed.length).toBeGreaterThan(0)
  })

  test('the console stayed clean', () => {
    expect(complaints).toEqual([])
  })
})
