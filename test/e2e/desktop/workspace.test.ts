import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  compareTwoScenarios,
  enrollInPart,
  reviewNextDay,
  shortUntil68,
  takeHome,
} from '#test/support/screens/client-session.ts'
import { saveInDialog } from '#test/support/desktop/hands.ts'
import { person, personalFolder } from '#test/support/desktop/person.ts'
import {
  recordedOutcomeOf,
  uatDesktop,
  type Running,
  type UatDesktop,
} from '#test/support/desktop/uat-desktop.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import { openExample } from '#test/support/screens/screen-steps.ts'
import { tomorrowInNode, tomorrowOnPage } from '#test/support/doubles/tomorrow.ts'
import { startUatServer, type UatServer } from '#test/support/servers/uat-server.ts'

/** A client meeting on the desktop; `e2e/browser/workspace.test.ts` is the same in a browser. */

let keyring: KeyringSession
let uat: UatServer
let house: UatDesktop
let running: Running

beforeAll(async () => {
  keyring = await startKeyringSession(person)
  uat = await startUatServer()
  uat.meet('forecast', { kind: 'answer', body: shortUntil68() })
  house = uatDesktop(uat.url)
  running = await house.start()
})
afterAll(async () => {
  await running.close()
  await keyring.stop()
})

/** Waits until the only submission is fully recorded, because quitting before that asks a question. */
const recorded = async ({ must }: Running['bridge']): Promise<string> => {
  for (const { id, kind } of await must('records.list', {})) {
    const record = kind === 'receipt' ? await must('records.open', { id }) : null
    if (record?.kind === 'receipt') return recordedOutcomeOf(running.bridge, record.submissionId)
  }
  return 'no receipt'
}

test('the service gets exactly the accepted lines, and the result is there the next day without the service', async () => {
  const { page } = running
  const place = { page, uat }
  await openExample(page, 'Daniel Okafor')
  await compareTwoScenarios(place)
  const file = path.join(personalFolder('report'), 'report.pdf')
  await saveInDialog(running, file)
  await takeHome(place, async (press) => {
    await press()
    await page.getByText('Saved as report.pdf in').waitFor()
    return readFileSync(file)
  })
  await enrollInPart(place)
  expect(await recorded(running.bridge)).toBe('accepted')
  expect(running.complaints).toEqual([])
  await running.close()
  await uat.stop()

  running = await house.start({ env: { GLIDEPATH_TEST_NODE_OPTIONS: tomorrowInNode() } })
  await tomorrowOnPage(running.page)
  await reviewNextDay(running.page)
  expect(running.complaints).toEqual([])
}, 240_000)
