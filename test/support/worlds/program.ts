import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const readySchema = z.strictObject({
  event: z.literal('ready'),
  host: z.literal('browser'),
  url: z.string(),
  training: z.string(),
  dataDir: z.string(),
})

/** The built program in the browser host, as a separate process. */
export interface Program {
  readonly pid: number
  readonly ready: z.infer<typeof readySchema>
  /** The output so far, from standard output and standard error. */
  readonly output: () => string
  /** Sends SIGINT; resolves to the exit code. */
  readonly stop: () => Promise<number | null>
  /** Ends the program without warning, like a crash. */
  readonly kill: () => Promise<void>
}

const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode)
    else child.once('exit', resolve)
  })

/**
 * Starts the browser host from the build in `dist` with `args`. Rejects with the program's output
 * if it ends before it is ready. `dist` may be a copy of the build elsewhere.
 */
export const startProgram = async (
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  dist = path.join(root, 'dist'),
): Promise<Program> => {
  const child = spawn(
    process.execPath,
    [path.join(dist, 'electron/browser-host.js'), '--no-open', ...args],
    {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  const line = await new Promise<string>((resolve, reject) => {
    let stdout = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      stdout += text
      if (stdout.includes('\n')) resolve(stdout)
    })
    child.once('exit', (code) =>
      reject(new Error(`ended with ${code} before it was ready:\n${output}`)),
    )
  })
  const { pid } = child
  if (pid === undefined) throw new Error('the program has no process id')
  return {
    pid,
    ready: readySchema.parse(JSON.parse(line)),
    output: () => output,
    stop: () => {
      const ended = exitOf(child)
      child.kill('SIGINT')
      return ended
    },
    kill: async () => {
      const ended = exitOf(child)
      child.kill('SIGKILL')
      await ended
    },
  }
}

const folders: string[] = []
const removeFolders = (): void => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

/** A new folder, removed when the test process ends. */
export const temporaryFolder = (name: string): string => {
  if (folders.length === 0) process.once('exit', removeFolders)
  const folder = mkdtempSync(path.join(tmpdir(), `glidepath-${name}-`))
  folders.push(folder)
  return folder
}

/** All files in and below `folder` as one string, to search for what must not be there. */
export const everythingIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')

/**
 * The browser chosen by `npm test`, otherwise Debian's. Its scroll bars take up room, as on Windows and Linux;
 * Playwright would hide them.
 */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath:
      process.env['GLIDEPATH_HEADLESS_CHROMIUM'] ??
      process.env['GLIDEPATH_CHROMIUM'] ??
      '/usr/bin/chromium',
    ignoreDefaultArgs: ['--hide-scrollbars'],
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

/**
 * A page that records console output, errors and requests to other hosts. None of these may happen.
 */
export interface WatchedPage {
  readonly page: Page
  readonly context: BrowserContext
  /** Console messages and uncaught errors. */
  readonly complaints: readonly string[]
  /** Requested addresses other than 127.0.0.1. */
  readonly strays: readonly string[]
  /** Text of every frame that the page received or sent over its bridge. */
  readonly received: () => string
  readonly sent: () => readonly string[]
}

export interface Look {
  readonly colorScheme: 'light' | 'dark'
  readonly viewport: { readonly width: number; readonly height: number }
}

const textOf = (payload: string | Buffer): string =>
  typeof payload === 'string' ? payload : payload.toString('latin1')

export const openPage = async (browser: Browser, look: Look): Promise<WatchedPage> => {
  const context = await browser.newContext({ ...look, locale: 'en-US', reducedMotion: 'reduce' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  // Blocks the browser's own file dialog from the start; enabling this for a single choice might be too late.
  page.on('filechooser', () => undefined)
  const complaints: string[] = []
  const strays: string[] = []
  const received: string[] = []
  const sent: string[] = []
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol !== 'data:' && protocol !== 'blob:' && hostname !== '127.0.0.1')
      strays.push(request.url())
  })
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).hostname !== '127.0.0.1') strays.push(socket.url())
    socket.on('framereceived', ({ payload }) => received.push(textOf(payload)))
    socket.on('framesent', ({ payload }) => sent.push(textOf(payload)))
  })
  return {
    page,
    context,
    complaints,
    strays,
    received: () => received.join('\n'),
    sent: () => sent,
  }
}

/** Path of a screenshot for people to look at. */
export const artifact = (name: string): string => path.join(root, 'test/artifacts', `${name}.png`)
