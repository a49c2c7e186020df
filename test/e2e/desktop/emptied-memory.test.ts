import { afterAll, expect, test } from 'vitest'
import { runAsPerson, until } from '#test/support/desktop/launch.ts'
import { person } from '#test/support/desktop/person.ts'
import { familyOf, mainsOn } from '#test/support/desktop/processes.ts'
import { uatDesktop, uatName } from '#test/support/desktop/uat-desktop.ts'
import { foundInMemory } from '#test/support/memory-of.ts'
import { goTo } from '#test/support/screens/screen-steps.ts'
import { bringToFront, shownBox } from '#test/support/desktop/windows.ts'
import { startKeyringSession } from '#test/support/servers/keyring-session.ts'
import { startUatServer } from '#test/support/servers/uat-server.ts'
import { passphrase, plantAll, planted } from '#test/support/worlds/planted.ts'

const texts = Object.values(planted)
const ended: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ended.toReversed()) await end()
})

const foundIn = (pids: readonly number[], sought: readonly string[] = texts): readonly string[] =>
  pids.flatMap((pid) => foundInMemory(pid, sought).map((found) => `${pid}: ${found}`))

test('after a lock that encrypts no process of the program has anything of a day in its memory, and unlocking brings typed text back', async () => {
  const keyring = await startKeyringSession(person)
  ended.push(() => keyring.stop())
  const uat = await startUatServer()
  ended.push(() => uat.stop())
  const house = uatDesktop(uat.url)
  const first = await house.startAlone()
  const { must } = first.bridge
  const environments = await must('environments.list', {})
  await plantAll(first.bridge, environments.find(({ name }) => name === uatName)?.id ?? '')
  await goTo(first.page, 'Opt-out desk')
  await first.page.getByLabel('First name').fill(planted.draft)
  const before = foundIn([first.pid]).join('\n')
  for (const text of texts.filter((each) => each !== planted.draft)) expect(before).toContain(text)

  const lockedAt = performance.now()
  await must('lock.lock', {})
  await first.letGo()
  expect(await first.ended).toBe(0)
  const pid = await until(
    () => mainsOn(house.dataDir).find((each) => each !== first.pid),
    () => `it did not start again:\n${first.stderr()}`,
    50_000,
  )
  ended.push(() => process.kill(pid, 'SIGKILL'))
  await shownBox('Glidepath')
  const took = performance.now() - lockedAt
  const family = familyOf(pid)
  expect(family.length).toBeGreaterThan(2)
  expect(foundIn(family)).toEqual([])
  process.stderr.write(`the program was locked anew after ${Math.round(took)} ms\n`)

  // The passphrase's field has the keyboard.
  await bringToFront('Glidepath')
  await runAsPerson('xdotool', ['type', '--delay', '20', passphrase])
  await runAsPerson('xdotool', ['key', 'Return'])
  await expect
    .poll(() => foundIn(familyOf(pid), [planted.draft]), { timeout: 40_000, interval: 1_000 })
    .not.toEqual([])
})
