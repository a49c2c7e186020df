import { execFileSync, spawn, spawnSync } from 'node:child_process'
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

/**
 * The environment variables on a new machine: none of ours, only those needed to reach npm's
 * registry.
 */
const cleanEnvironment = (home: string): NodeJS.ProcessEnv => {
  const npm = (key: string): string =>
    execFileSync('npm', ['config', 'get', key], { encoding: 'utf8', cwd: tmpdir() }).trim()
  const settings = ['registry', 'cafile', 'cache', 'https-proxy', 'proxy']
    .map((key) => [`npm_config_${key.replaceAll('-', '_')}`, npm(key)] as const)
    .filter(([, value]) => value !== '' && value !== 'null' && value !== 'undefined')
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_|INIT_CWD$|NODE_|VITEST|VITE_|XDG_|DBUS_|DISPLAY$|WAYLAND_DISPLAY$|GLIDEPATH_|PATH$)/i.test(
        name,
      ),
  )
  const certificates = process.env['NODE_EXTRA_CA_CERTS']
  const ownPath = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.includes('node_modules'))
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(settings),
    ...(certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates }),
    PATH: ownPath.join(path.delimiter),
    HOME: home,
    USERPROFILE: home,
  }
}

/** The lines of the program itself, without npm's banner, which begins with an empty line. */
const ownLines = (output: string): readonly string[] =>
  output.replace(/^(?:\n(?:> .*\n)+\n)/, '').split('\n')

const lineOf = (child: ChildProcess, read: () => string, errors: () => string): Promise<string> =>
  new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const [line, ...rest] = ownLines(read())
      if (line !== undefined && rest.length > 0) resolve(line)
    })
    child.once('close', (code) => {
      reject(new Error(`ended with ${String(code)} before it was ready:\n${errors()}`))
    })
  })

const pidOf = ({ pid }: ChildProcess): number => {
  if (pid === undefined) throw new Error('npm was not started')
  return pid
}

const childOf = (pid: number): number => {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')
  const [found] =
    processes
      .map((line) => line.trim().split(/ +/).map(Number))
      .find(([, parent]) => parent === pid) ?? []
  if (found === undefined) throw new Error(`process ${pid} has no child`)
  return found
}

/**
 * The ways npm may end after an interrupt from its terminal; they differ because not every shell
 * reports the signal.
 */
const interrupted: readonly unknown[] = [0, 130, 'SIGINT']

describe('a fresh clone', () => {
  const place = mkdtempSync(path.join(tmpdir(), 'glidepath-clone-'))
  // Vite takes a # in a path for the start of a fragment.
  const clone = path.join(place, 'a clone in C#')
  const home = path.join(place, 'home')
  let browser: Browser

  beforeAll(async () => {
    mkdirSync(home)
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone])
    const executablePath = process.env['GLIDEPATH_CHROMIUM']
    browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--no-first-run',
      ],
    })
  })

  afterAll(async () => {
    await browser.close()
    rmSync(place, { recursive: true, force: true })
  })

  const npmStart = (env = cleanEnvironment(home)) => {
    const child = spawn('npm', ['start', '--', '--host=browser', '--no-open'], {
      cwd: clone,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    // `close` is emitted only when every process that could write has ended: npm, the script and
    // the host.
    const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
      child.once('close', (code, signal) => resolve(code ?? signal)),
    )
    const ready = async () =>
      readySchema.parse(
        JSON.parse(
          await lineOf(
            child,
            () => output,
            () => errors,
          ),
        ),
      )
    return { child, ended, ready, output: () => output, errors: () => errors }
  }

  it('runs its tests with one command, whose script loads before anything is installed', () => {
    const tried = spawnSync('npm', ['test', '--', '--only=nothing'], {
      cwd: clone,
      env: cleanEnvironment(home),
      encoding: 'utf8',
    })
    expect(tried.stderr).toContain('npm test takes --only= with some of check, build')
    expect(tried.status).toBe(2)
  })

  it('starts with one command, does the main job, and ends cleanly on SIGINT', async () => {
    const { child, ended, ready: untilReady, output, errors } = npmStart()
    try {
      const ready = await untilReady()
      expect(ready.dataDir.startsWith(home)).toBe(true)

      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
      await page.goto(ready.url)
      await page.getByText('Training – simulated').first().waitFor()
      const examples = page.getByRole('region', { name: /example/i })
      await examples.getByRole('button').first().click()
      await page.getByRole('button', { name: 'Run forecast' }).click()
      await page
        .getByText(/\$\d{1,3}(,\d{3})+ a year/)
        .first()
        .waitFor({ timeout: 60_000 })
      await page.close()
    } finally {
      // A terminal signals the whole group; sh would not pass on a signal to npm alone.
      process.kill(-pidOf(child), 'SIGINT')
      const force = setTimeout(() => child.kill('SIGKILL'), 20_000)
      const how = await ended
      clearTimeout(force)
      expect(interrupted, errors()).toContain(how)
    }
    expect(ownLines(output().trimEnd())).toHaveLength(1)
  })

  describe.runIf(process.platform !== 'win32')('ends', { timeout: 180_000 }, () => {
    it('exactly once and without an error on Ctrl+C, which reaches every process of the terminal', async () => {
      const { child, ended, ready, errors } = npmStart()
      await ready()
      const before = errors()
      expect(before).not.toContain('Installing')
      process.kill(-pidOf(child), 'SIGINT')
      expect(interrupted).toContain(await ended)
      expect(errors()).toBe(before)
    })

    it('when npm alone is killed', async () => {
      const { child, ended, ready } = npmStart()
      await ready()
      child.kill('SIGKILL')
      await ended
    })

    it('when the script that npm runs is killed', async () => {
      const { child, ended, ready } = npmStart()
      await ready()
      process.kill(childOf(pidOf(child)), 'SIGKILL')
      expect(await ended).not.toBe(0)
    })
  })
})
