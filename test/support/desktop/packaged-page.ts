import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Browser, type Page } from 'playwright-core'
import { z } from 'zod'
import { answerLessProtection } from './stage/less-protection.ts'
import { readySchema, startDesktop, until, type DesktopStart, type Started } from './launch.ts'

/**
 * A packaged program and its page. Its fuses block Playwright's usual access, so Playwright
 * controls it like any Chromium, through a debugging port that only tests open.
 */
export interface PackagedProgram extends Started {
  readonly browser: Browser
  readonly page: Page
  /** The page's console messages and uncaught errors; there must be none. */
  readonly complaints: readonly string[]
}

const targetsSchema = z.array(
  z.looseObject({ type: z.string(), url: z.string(), title: z.string() }),
)

/**
 * Resolves when the page's title shows that a screen has loaded; connecting to a page that is still
 * loading sometimes hangs.
 */
const untilLoaded = async (port: string): Promise<void> => {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`)
    const targets = targetsSchema.parse(await answer.json())
    if (
      targets.some(
        ({ type, url, title }) =>
          type === 'page' && url.startsWith('app://') && title.endsWith(' – Glidepath'),
      )
    )
      return
    await wait(50)
  }
  throw new Error('the page was not loaded within half a minute')
}

/** Starts the program, waits for its ready line and connects to its page. */
export const startPackaged = async (
  start: DesktopStart & { readonly command: string },
): Promise<PackagedProgram> => {
  const started = startDesktop({
    ...start,
    args: ['--remote-debugging-port=0', ...(start.args ?? [])],
  })
  const said = (): string => `\n${started.stdout()}\n${started.stderr()}`
  // A packaged program asks before it starts with a port that lets another program control its window.
  await answerLessProtection('Open anyway')
  const address = await until(
    () => /^DevTools listening on (ws:\/\/\S+)/m.exec(started.stderr())?.[1],
    () => `no port to drive the program through:${said()}`,
    60_000,
  )
  const line = await until(
    () => started.stdout().split('\n', 2).at(-2),
    () => `no ready line:${said()}`,
    60_000,
  )
  readySchema.parse(JSON.parse(line))
  await untilLoaded(new URL(address).port)
  const browser = await chromium.connectOverCDP(address)
  const page = await until(
    () => browser.contexts().flatMap((context) => context.pages())[0],
    () => `no page:${said()}`,
  )
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  return { ...started, browser, page, complaints }
}
