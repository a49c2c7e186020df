import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '#test/support/desktop/person.ts'
import { uatDesktop } from '#test/support/desktop/uat-desktop.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import { startUatServer, type UatServer } from '#test/support/servers/uat-server.ts'
import { killDesktop } from '#test/torture/desktop-kills.ts'

/** Kills main (SIGKILL) during submissions and lists. `npm run torture` does this fifty times. */

const kills = Number(process.env['GLIDEPATH_DESKTOP_KILLS'] ?? 8)
const seed = Number(process.env['GLIDEPATH_DESKTOP_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

let keyring: KeyringSession
let uat: UatServer
beforeAll(async () => {
  keyring = await startKeyringSession(person)
  uat = await startUatServer()
})
afterAll(async () => {
  await uat.stop()
  await keyring.stop()
})

test(
  'a submission during which main is killed is in doubt or never begun, is never sent twice, and is reported truthfully',
  { timeout: 60_000 + kills * 30_000 },
  async () => {
    const tally = await killDesktop(uatDesktop(uat.url), uat, seed, kills)
    console.log(`${kills} kills of the desktop program, seed ${seed}: ${JSON.stringify(tally)}`)
    expect(tally.violations).toEqual([])
    expect(tally).toMatchObject({ kills })
  },
)
