import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Browser, type Page } from 'playwright-core'
import { z } from 'zod'
import type { Receipt, SubmissionOutcome } from '#shared/records/receipt.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import { bridgeOf, type PageBridge } from './bridge.ts'
import {
  launchDesktop,
  startDesktop,
  until,
  type Desktop,
  type DesktopStart,
  type Started,
  type Written,
} from './launch.ts'
import { personalFolder } from './person.ts'

/**
 * The desktop program on one data folder that can be started several times, with a UAT environment
 * in use.
 */
export interface UatDesktop {
  readonly dataDir: string
  /** The first start enters credentials and selects the environment; later starts find them. */
  readonly start: (more?: DesktopStart) => Promise<Running>
  /** Like {@link start}, but without access to main, so that the program may be killed at any moment. */
  readonly startAlone: (more?: DesktopStart) => Promise<Alone>
}

export interface Running extends Desktop {
  readonly bridge: PageBridge
}

export interface Alone extends Started {
  readonly page: Page
  readonly bridge: PageBridge
  /** Disconnects from the page; its requests continue. */
  readonly letGo: () => Promise<void>
}

export const uatName = 'Acme UAT'

/** `dataDir` may be a folder that a test breaks; by default it is a new folder of the test user. */
export const uatDesktop = (
  serviceUrl: string,
  dataDir = path.join(personalFolder('bad-day'), 'data'),
): UatDesktop => {
  const provision = path.join(personalFolder('provision'), 'environments.json')
  writeFileSync(
    provision,
    JSON.stringify([
      {
        name: uatName,
        kind: 'uat',
        baseUrl: serviceUrl,
        clientId: 'ACME',
        credentialStyle: 'form',
      },
    ]),
  )
  chmodSync(provision, 0o644)
  let isSetUp = false
  const setUp = async ({ must }: PageBridge): Promise<void> => {
    const environments = await must('environments.list', {})
    const environmentId = environments.find(({ name }) => name === uatName)?.id ?? ''
    const credentials = { style: 'form', clientId: 'uat-id', clientSecret: 'uat-secret' } as const
    await must('credentials.save', { environmentId, credentials })
    await must('environments.select', { environmentId })
    isSetUp = true
  }
  const ours = ['--data-dir', dataDir, '--provision', provision]
  return {
    dataDir,
    start: async ({ args = [], ...more } = {}) => {
      const desktop = await launchDesktop({ args: [...ours, ...args], ...more })
      const bridge = bridgeOf(desktop.page)
      if (!isSetUp) await setUp(bridge)
      return { ...desktop, bridge }
    },
    startAlone: async ({ args = [], ...more } = {}) => {
      const started = startDesktop({
        args: ['--remote-debugging-port=0', ...ours, ...args],
        ...more,
      })
      await until(
        () => (started.stdout().includes('\n') ? true : null),
        () => `no ready line:\n${started.stderr()}`,
        60_000,
      )
      const { browser, page } = await connectToPage(started)
      const bridge = bridgeOf(page)
      if (!isSetUp) await setUp(bridge)
      return { ...started, page, bridge, letGo: () => browser.close() }
    },
  }
}

/** An opt-out from one of a participant's plans. */
export const optOut = (participantId: string): SubmissionDraft => ({
  operation: 'optout',
  participantId,
  firstName: 'Zephyrine',
  lastName: 'Quill',
  optoutInfo: [{ PlanId: 'QUILL401K', PlanType: '401K' }],
  reason: '',
})

/** The saved receipt of a submission; null if there is none. */
export const receiptOf = async (
  { must }: PageBridge,
  submissionId: string,
): Promise<Receipt | null> => {
  for (const { id } of await must('records.list', {})) {
    const record = await must('records.open', { id })
    if (record.kind === 'receipt' && record.submissionId === submissionId) return record
  }
  return null
}

export const outcomeOf = async (
  bridge: PageBridge,
  submissionId: string,
): Promise<SubmissionOutcome | 'no receipt'> =>
  (await receiptOf(bridge, submissionId))?.outcome ?? 'no receipt'

/**
 * The outcome of a submission once everything is recorded. The receipt exists a moment before the
 * activity log is complete, and the program would ask a question if it quit in that moment. So this
 * sends the same submission again, which waits for the first and sends nothing to the service.
 */
export const recordedOutcomeOf = async (
  bridge: PageBridge,
  submissionId: string,
): Promise<SubmissionOutcome> => (await bridge.must('submission.send', { submissionId })).outcome

/** Process id of the page; 0 if there is no page. */
export const pagePid = (desktop: Desktop): Promise<number> =>
  desktop.app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
  )

/** Resolves to the milliseconds that passed until the process ended; fails after `ms`. */
export const ended = async (pid: number, ms = 20_000): Promise<number> => {
  const since = performance.now()
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return performance.now() - since
    }
    if (performance.now() - since > ms)
      throw new Error(`process ${pid} is still there after ${ms} ms`)
    await wait(25)
  }
}

const targetsSchema = z.array(z.looseObject({ type: z.string(), title: z.string() }))

/** Waits for the page's title, which comes with its first screen. */
const untilLoaded = async (address: string): Promise<void> => {
  const list = new URL('/json/list', address.replace(/^ws/, 'http'))
  for (let tries = 0; tries < 400; tries += 1) {
    const targets = targetsSchema.parse(await (await fetch(list)).json())
    if (targets.some(({ type, title }) => type === 'page' && title.includes('Glidepath'))) return
    await wait(50)
  }
  throw new Error('the program shows no screen')
}

const connectToPage = async (
  written: Written,
): Promise<{ readonly browser: Browser; readonly page: Page }> => {
  const address = await until(
    () => /DevTools listening on (ws:\S+)/.exec(written.stderr())?.[1],
    () => `the program does not say where it can be driven:\n${written.stderr()}`,
  )
  // A page that is still loading may never answer a connection.
  await untilLoaded(address)
  const browser = await chromium.connectOverCDP(address)
  const page = await until(
    () => browser.contexts()[0]?.pages()[0],
    () => 'the program has no page',
  )
  await page.locator('#app:not(:empty)').waitFor()
  return { browser, page }
}

/**
 * The program's current page. Playwright does not follow a page whose process has died, so this connects again, over
 * the port that Playwright made the program open.
 */
export const pageAnew = async (desktop: Written): Promise<Page> =>
  (await connectToPage(desktop)).page
