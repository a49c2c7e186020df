import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import type { SubmissionDraft } from '#shared/ipc/views.ts'
import { bridgeOf, type PageBridge } from './bridge.ts'
import { launchDesktop, until, type Desktop, type DesktopStart } from './launch.ts'
import { personalFolder } from './person.ts'

/** The program over one data folder, started as often as a test likes, with a UAT environment in use. */
export interface UatDesktop {
  readonly dataDir: string
  /** The first start enters credentials and uses the environment; later ones find both. */
  readonly start: (more?: DesktopStart) => Promise<Running>
}

export interface Running extends Desktop {
  readonly bridge: PageBridge
}

export const uatName = 'Acme UAT'

/** A bad day may begin with a data folder that is somewhere else; without one, a folder of the person's own. */
export const uatDesktop = (serviceUrl: string, dataDir = path.join(personalFolder('bad-day'), 'data')): UatDesktop => {
  const provision = path.join(personalFolder('provision'), 'environments.json')
  writeFileSync(
    provision,
    JSON.stringify([{ name: uatName, kind: 'uat', baseUrl: serviceUrl, clientId: 'ACME', credentialStyle: 'form' }]),
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
  return {
    dataDir,
    start: async ({ args = [], ...more } = {}) => {
      const desktop = await launchDesktop({ args: ['--data-dir', dataDir, '--provision', provision, ...args], ...more })
      const bridge = bridgeOf(desktop.page)
      if (!isSetUp) await setUp(bridge)
      return { ...desktop, bridge }
    },
  }
}

/** An opt-out of one plan of a participant. */
export const optOut = (participantId: string): SubmissionDraft => ({
  operation: 'optout',
  participantId,
  firstName: 'Zephyrine',
  lastName: 'Quill',
  optoutInfo: [{ PlanId: 'QUILL401K', PlanType: '401K' }],
  reason: '',
})

/** Process id of the page's process; 0 while there is none. */
export const pagePid = (desktop: Desktop): Promise<number> =>
  desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0)

/** Resolves once the process is gone, with the milliseconds that took; fails after `ms`. */
export const ended = async (pid: number, ms = 20_000): Promise<number> => {
  const since = performance.now()
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return performance.now() - since
    }
    if (performance.now() - since > ms) throw new Error(`process ${pid} is still there after ${ms} ms`)
    await wait(25)
  }
}

/**
 * The program's page as it is now. Playwright does not follow a page whose process died, so this connects once more, over
 * the port that Playwright itself had the program open.
 */
export const pageAnew = async (desktop: Desktop): Promise<Page> => {
  const address = await until(
    () => /DevTools listening on (ws:\S+)/.exec(desktop.stderr())?.[1],
    () => `the program does not say where it can be driven:\n${desktop.stderr()}`,
  )
  const browser = await chromium.connectOverCDP(address)
  const page = await until(
    () => browser.contexts()[0]?.pages()[0],
    () => 'the program has no page',
  )
  await page.getByRole('navigation').first().waitFor()
  return page
}
