import { expect, inject, test } from 'vitest'
import { launchDesktop, type Desktop, type DesktopStart } from '#test/support/desktop/launch.ts'
import { personalFolder, person } from '#test/support/desktop/person.ts'
import { homeWithoutBus } from '#test/support/desktop/windows.ts'
import { startKeyringSession } from '#test/support/servers/keyring-session.ts'

/** Starts without a keychain: the window is usable, and says what lasts only until the program closes and why. */

const startSessionOnly = async (start: DesktopStart, reason: RegExp): Promise<Desktop> => {
  const desktop = await launchDesktop(start)
  const { page } = desktop
  await page.getByText(reason).first().waitFor()
  await page.getByRole('button', { name: 'Daniel Okafor' }).click()
  await page.getByRole('button', { name: 'Run forecast' }).first().click()
  await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
  expect(desktop.complaints).toEqual([])
  return desktop
}

test('without a keyring and D-Bus, a start keeps data until the program closes', async () => {
  const reason = /Kept until Glidepath closes, because no secret service answers on D-Bus/
  const desktop = await startSessionOnly(
    { args: ['--data-dir', personalFolder('no-bus')], env: homeWithoutBus() },
    reason,
  )
  await desktop.close()
})

test('with a locked keyring and no password prompt, a start keeps data until the program closes', async () => {
  const keyring = await startKeyringSession(person)
  await keyring.lock()
  const desktop = await startSessionOnly(
    { args: ['--data-dir', personalFolder('locked')] },
    /Kept until Glidepath closes, because the system keyring is locked/,
  )
  await desktop.close()
  await keyring.stop()
})

test('with a locked keyring and an open password prompt, a start keeps data until the program closes', async () => {
  process.env['DISPLAY'] = inject('desktop').display
  const keyring = await startKeyringSession(person)
  await keyring.lock()
  const reason =
    /Kept until Glidepath closes, because the system keyring did not answer within 5 seconds/
  const desktop = await startSessionOnly({ args: ['--data-dir', personalFolder('asked')] }, reason)
  // Another test covers quitting in this state.
  process.kill(desktop.pid, 'SIGKILL')
  await keyring.stop()
})
