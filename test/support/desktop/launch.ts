import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { _electron, errors, type ElectronApplication, type Page } from 'playwright-core'
import { z } from 'zod'
import { asPerson, personalFolder } from './person.ts'
import { desktopPlace } from './stage/place.ts'

export const readySchema = z.strictObject({
  event: z.literal('ready'),
  host: z.literal('desktop'),
  url: z.literal('app://glidepath/'),
  training: z.string(),
  dataDir: z.string(),
})

/** The program's output so far. */
export interface Written {
  readonly stdout: () => string
  readonly stderr: () => string
}

/**
 * Environment variables of the account that runs the tests. They would mislead a program that runs
 * as the test user.
 */
const foreign =
  /^(?:npm_|INIT_CWD$|NODE_|VITEST|VITE_|GLIDEPATH_|DISPLAY$|WAYLAND_DISPLAY$|XDG_SESSION|SUDO_|USER$|LOGNAME$)/i

export interface DesktopStart {
  /** The program to start; by default the one prepared for all tests. */
  readonly command?: string
  readonly args?: readonly string[]
  /** Environment variables that override the default ones; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Working directory, where relative paths and the system's dialogs start. */
  readonly cwd?: string
}

/**
 * The environment variables for a program started as the test user: the tests' own variables
 * without those of their account, overridden by `more`.
 */
export const startEnvironment = (
  more: Readonly<Record<string, string | undefined>>,
): Record<string, string> => {
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name))
  const all = Object.entries<string | undefined>({
    ...Object.fromEntries(own),
    LANG: 'en_US.UTF-8',
    ...more,
  })
  return Object.fromEntries(
    all.filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

const prepare = ({ command, args = [], env = {}, cwd }: DesktopStart) => {
  const { stage, display } = desktopPlace()
  const log = path.join(personalFolder('log'), 'written')
  const text = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  return {
    command: command ?? stage.command,
    args: [...args],
    where: cwd === undefined ? {} : { cwd },
    env: startEnvironment({ DISPLAY: display, GLIDEPATH_TEST_LOG: log, ...env }),
    written: { stdout: () => text(`${log}.out`), stderr: () => text(`${log}.err`) },
  }
}

/** The program under Playwright's control. */
export interface Desktop extends Written {
  readonly app: ElectronApplication
  readonly page: Page
  readonly ready: z.infer<typeof readySchema>
  readonly pid: number
  /** The page's console messages and uncaught errors; there must be none. */
  readonly complaints: readonly string[]
  /** Quits as a user does; resolves once the process has ended. */
  close(): Promise<void>
}

/** Resolves to the first value of `read`; fails after `ms` with the text of `what`. */
export const until = async <T>(
  read: () => T | null | undefined,
  what: () => string,
  ms = 20_000,
): Promise<T> => {
  const end = performance.now() + ms
  for (;;) {
    const value = read()
    if (value !== null && value !== undefined) return value
    if (performance.now() > end) throw new Error(what())
    await wait(25)
  }
}

/**
 * Repeats a read in the program if Playwright lost the answer, which happens if V8 collects the
 * answer's promise before Playwright sends the value (microsoft/playwright#33737). Only for reads
 * that change nothing.
 */
export const readSafely = async <T>(read: () => Promise<T>, tries = 3): Promise<T> => {
  try {
    return await read()
  } catch (cause) {
    const isLost = cause instanceof Error && cause.message.includes('promise was garbage collected')
    if (!isLost || tries === 1) throw cause
    return readSafely(read, tries - 1)
  }
}

/**
 * Starts the program and attaches Playwright. Sometimes, for unknown reasons, Playwright cannot
 * reach a program that has reported ready. Only in that case, logs a message and starts the program
 * a second time.
 */
const attach = async (start: DesktopStart, isSecond = false) => {
  const { command, args, env, where, written } = prepare(start)
  try {
    const app = await _electron.launch({
      executablePath: command,
      args,
      env,
      ...where,
      chromiumSandbox: true,
      // Let the system decide between light and dark; by default Playwright sets light.
      colorScheme: null,
      timeout: 30_000,
    })
    return { app, written }
  } catch (error) {
    const isReady = written.stdout().includes('"event":"ready"')
    if (isSecond || !isReady || !(error instanceof errors.TimeoutError)) throw error
    console.warn(`Playwright could not attach to a program that was ready:\n${error.message}`)
    return attach(start, true)
  }
}

/** Starts the program and waits for its ready line and its first screen. */
export const launchDesktop = async (start: DesktopStart = {}): Promise<Desktop> => {
  const { app, written } = await attach(start)
  const page = await app.firstWindow()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  const line = await until(
    () => written.stdout().split('\n', 2).at(-2),
    () => `no ready line:\n${written.stderr()}`,
  )
  const pid = app.process().pid
  if (pid === undefined) throw new Error('the program has no process id')
  return {
    app,
    page,
    pid,
    complaints,
    ...written,
    ready: readySchema.parse(JSON.parse(line)),
    close: () => app.close(),
  }
}

/** Gives the page this size in pixels, and waits until the page has that size. */
export const setContentSize = async (
  { app, page }: Desktop,
  size: { readonly width: number; readonly height: number },
): Promise<void> => {
  await app.evaluate(
    ({ BrowserWindow }, { width, height }) =>
      BrowserWindow.getAllWindows()[0]?.setContentSize(width, height),
    size,
  )
  const end = performance.now() + 20_000
  for (;;) {
    const [width, height] = await page.evaluate(() => [innerWidth, innerHeight])
    if (width === size.width && height === size.height) return
    if (performance.now() > end)
      throw new Error(`the page is ${width} × ${height}, not ${size.width} × ${size.height}`)
    await wait(50)
  }
}

/**
 * A program started without Playwright, to test refused starts, kills, and behavior that only a
 * normal start shows.
 */
export interface Started extends Written {
  readonly pid: number
  /** The exit code; `null` if a signal ended it. */
  readonly ended: Promise<number | null>
  kill(signal: NodeJS.Signals): void
}

export const startDesktop = (start: DesktopStart = {}): Started => {
  const { command, args, env, where, written } = prepare(start)
  const child = spawn(command, args, { env, ...where, stdio: 'ignore', detached: true })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const { pid } = child
  if (pid === undefined) throw new Error('the program could not be started')
  const reap = (): void => {
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
  process.once('exit', reap)
  child.once('exit', () => process.off('exit', reap))
  return { pid, ended, ...written, kill: (signal) => child.kill(signal) }
}

/**
 * Runs a command as the test user, for example `xdotool`; resolves to its standard output. `quiet` hides its standard
 * error.
 */
export const runAsPerson = (
  command: string,
  args: readonly string[],
  { quiet = false } = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, DISPLAY: desktopPlace().display },
      stdio: ['ignore', 'pipe', quiet ? 'ignore' : 'inherit'],
      ...asPerson,
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}`)),
    )
  })
