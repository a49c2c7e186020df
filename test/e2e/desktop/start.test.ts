import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchDesktop, type Desktop } from '#test/support/desktop/launch.ts'
import { personalFolder, person } from '#test/support/desktop/person.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/keyring-session.ts'

let keyring: KeyringSession
beforeAll(async () => {
  keyring = await startKeyringSession(person)
})
afterAll(async () => {
  await keyring.stop()
})

describe('the desktop program', () => {
  let desktop: Desktop
  beforeAll(async () => {
    desktop = await launchDesktop({ args: ['--data-dir', personalFolder('desktop')] })
  })
  afterAll(async () => {
    await desktop.close()
  })

  test('shows its first screen: its entry module must not wait for ready (electron/electron#41369)', async () => {
    await desktop.page.getByText('Training – simulated').first().waitFor()
    expect(desktop.page.url()).toMatch(/^app:\/\/glidepath\//)
    expect(await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()))).toEqual([true])
  })
})
