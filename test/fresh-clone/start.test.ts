import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readySchema = z.object({
  event: z.literal('ready'),
  host: z.literal('browser'),
  url: z.string().startsWith('http://127.0.0.1:'),
  training: z.string().startsWith('http://127.0.0.1:'),
  dataDir: z.string(),
})

/** A person's environment on a new machine: nothing of ours, only what reaches npm's registry. */
const cleanEnvironment = (home: string): NodeJS.ProcessEnv => {
  const npm = (key: string): string => execFileSync('npm', ['config', 'get', key], { encoding: 'utf8', cwd: tmpdir() }).trim()
  const settings = ['registry', 'cafile', 'cache', 'https-proxy', 'proxy']
    .map((key) => [`npm_config_${key.replaceAll('-', '_')}`, npm(key)] as const)
    .filter(([, value]) => value !== '' && value !== 'null' && value !== 'undefined')
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$|NODE_|VITEST|VITE_|XDG_|DBUS_|DISPLAY$|WAYLAND_DISPLAY$|GLIDEPATH_|PATH$)/i.test(name))
  const certificates = process.env['NODE_EXTRA_CA_CERTS']
  const ownPath = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => !folder.includes('node_modules'))
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(settings),
    ...(certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates }),
    PATH: ownPath.join(path.delimiter),
    HOME: home,
    USERPROFILE: home,
  }
}

const lineOf = (child: ChildProcess, read: () => string, errors: () => string): Promise<string> =>
  new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const [line, ...rest] = read().split('\n')
      if (line !== undefined && rest.length > 0) resolve(line)
    })
    child.once('close', (code) => {
      reject(new Error(`ended with ${String(code)} before it was ready:\n${errors()}`))
    })
  })

describe('a fresh clone', () => {
  const place = mkdtempSync(path.join(tmpdir(), 'glidepath-clone-'))
  const clone = path.join(place, 'clone')
  const home = path.join(place, 'home')
  let browser: Browser

  beforeAll(async () => {
    mkdirSync(home)
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone])
    const executablePath = process.env['GLIDEPATH_CHROMIUM']
    browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-background-networking', '--no-first-run'],
    })
  })

  afterAll(async () => {
    await browser.close()
    rmSync(place, { recursive: true, force: true })
  })

  it('starts with one command, does the main job, and ends cleanly on SIGINT', async () => {
    const child = spawn('npm', ['start', '--', '--host=browser', '--no-open'], {
      cwd: clone,
      env: cleanEnvironment(home),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    try {
      const ready = readySchema.parse(JSON.parse(await lineOf(child, () => output, () => errors)))
      expect(ready.dataDir.startsWith(home)).toBe(true)

      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
      await page.goto(ready.url)
      await page.getByText('Training – simulated').first().waitFor()
      const examples = page.getByRole('region', { name: /example/i })
      await examples.getByRole('button').first().click()
      await page.getByRole('button', { name: 'Run forecast' }).click()
      await page.getByText(/\$\d{1,3}(,\d{3})+ a year/).first().waitFor({ timeout: 60_000 })
      await page.close()
    } finally {
      child.kill('SIGINT')
      const force = setTimeout(() => child.kill('SIGKILL'), 20_000)
      const code = await ended
      clearTimeout(force)
      expect({ code, errors }).toMatchObject({ code: 0 })
    }
    expect(output.trimEnd().split('\n')).toHaveLength(1)
  })
})
