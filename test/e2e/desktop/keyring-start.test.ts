import { expect, inject, test } from 'vitest'
import { launchDesktop } from '#test/support/desktop/launch.ts'
import { personalFolder, person } from '#test/support/desktop/person.ts'
import { startKeyringSession } from '#test/support/servers/keyring-session.ts'

/**
 * Tests a start while the keychain cannot be used: the window is usable, and says what lasts only
 * until the program closes, and why.
 */

test('the program can be used while the keyring’s password prompt is open', async () => {
  process.env['DISPLAY'] = inject('desktop').display
  const keyring = await startKeyringSession(person)
  await keyring.lock()
  const desktop = await launchDesktop({ args: ['--data-dir', personalFolder('asked')] })
  const { page } = desktop
  await page
    .getByText(
      /Kept until Glidepath closes, because the system keyring did not answer within 5 seconds/,
    )
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Daniel Okafor' }).click()
  await page.getByRole('button', { name: 'Run forecast' }).first().click()
  await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
  expect(desktop.complaints).toEqual([])
  // Kills the program, because another test covers quitting in this state.
  process.kill(desktop.pid, 'SIGKILL')
  await keyring.stop()
})
