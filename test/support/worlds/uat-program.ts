import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { startKeyringSession } from '../servers/keyring-session.ts'
import { refusedUrl } from '../servers/loopback-server.ts'
import {
  everythingIn,
  launchBrowser,
  openPage,
  startProgram,
  temporaryFolder,
  type WatchedPage,
} from './program.ts'
import { chooseEnvironment, enterCredentials } from '../screens/screen-steps.ts'
import { tomorrowInNode, tomorrowOnPage } from '../doubles/tomorrow.ts'
import { startUatServer, uatToken, type UatServer } from '../servers/uat-server.ts'

/** The client secret as entered; it must never appear anywhere. */
export const uatSecret = 'canary-service-4f9b27'

export interface UatProgram {
  readonly watched: WatchedPage
  readonly uat: UatServer
  /**
   * Restarts the program on the same data with clocks a day ahead and without the service. Closes
   * the old page and returns the new one.
   */
  readonly nextDayOffline: () => Promise<WatchedPage>
  /**
   * Ends everything. Fails if the program did not exit cleanly, logged errors, or leaked a secret.
   */
  readonly stop: () => Promise<void>
}

/**
 * The built program in a browser, with a keyring, and with credentials entered for two environments
 * from an administrator. `Acme UAT` is in use and leads to `uat`; no server listens at the address
 * of `Nobody there`.
 */
export const startUatProgram = async (): Promise<UatProgram> => {
  const keyring = await startKeyringSession()
  const browser = await launchBrowser()
  const uat = await startUatServer()
  const folder = temporaryFolder('uat')
  const dataDir = path.join(folder, 'data')
  const provision = path.join(folder, 'environments.json')
  const shared = { kind: 'uat', clientId: 'ACME', credentialStyle: 'form' }
  const environments = [
    { name: 'Acme UAT', baseUrl: uat.url, ...shared },
    { name: 'Nobody there', baseUrl: await refusedUrl(), ...shared },
  ]
  writeFileSync(provision, JSON.stringify(environments))
  const args = ['--data-dir', dataDir, '--provision', provision]
  const look = { colorScheme: 'light', viewport: { width: 1280, height: 800 } } as const
  let program = await startProgram(args)
  let isServing = true
  const watched = await openPage(browser, look)
  const pages = [watched]
  await watched.page.goto(program.ready.url)
  for (const { name } of environments) await enterCredentials(watched.page, name, uatSecret)
  await chooseEnvironment(watched.page, 'Acme UAT')

  return {
    watched,
    uat,
    nextDayOffline: async () => {
      await watched.page.close()
      expect(await program.stop()).toBe(0)
      await uat.stop()
      isServing = false
      program = await startProgram(args, { ...process.env, NODE_OPTIONS: tomorrowInNode() })
      const next = await openPage(browser, look)
      pages.push(next)
      await tomorrowOnPage(next.page)
      await next.page.goto(program.ready.url)
      return next
    },
    stop: async () => {
      await browser.close()
      const exitCode = await program.stop()
      if (isServing) await uat.stop()
      await keyring.stop()
      expect(exitCode).toBe(0)
      expect(program.output()).not.toMatch(/unhandled|uncaught|has to end/i)
      for (const where of [
        program.output(),
        ...pages.map(({ received }) => received()),
        everythingIn(dataDir),
      ]) {
        expect(where).not.toContain(uatSecret)
        expect(where).not.toContain(uatToken)
      }
    },
  }
}
