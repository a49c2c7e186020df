import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageBridge } from '#test/support/desktop/bridge.ts'
import { person } from '#test/support/desktop/person.ts'
import {
  optOut,
  outcomeOf,
  recordedOutcomeOf,
  uatDesktop,
  type Running,
  type UatDesktop,
} from '#test/support/desktop/uat-desktop.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import { goTo } from '#test/support/screens/screen-steps.ts'
import { startUatServer, type UatServer } from '#test/support/servers/uat-server.ts'

/** Tests a keyring that locks, or whose whole session ends, during a service call. */

let keyring: KeyringSession
let uat: UatServer
let house: UatDesktop
let running: Running
let answer: PromiseWithResolvers<void>

beforeAll(async () => {
  keyring = await startKeyringSession(person)
  uat = await startUatServer()
  house = uatDesktop(uat.url)
})
afterAll(async () => {
  await uat.stop()
  await keyring.stop()
})

const beginSending = async (bridge: PageBridge, participantId: string): Promise<string> => {
  uat.reset()
  answer = Promise.withResolvers()
  uat.meet('optout', { kind: 'held', until: () => answer.promise })
  const { submissionId } = await bridge.must('submission.review', optOut(participantId))
  await bridge.begin('submission.send', { submissionId })
  await uat.asked('optout', 1)
  return submissionId
}
const memoryOnly = () =>
  running.page
    .getByText(/keyring is locked|until Glidepath closes/i)
    .first()
    .waitFor()

test('a receipt is saved even if the keyring locks before the answer, and the next start says that the keyring is locked', async () => {
  running = await house.start()
  const submissionId = await beginSending(running.bridge, 'R-1')
  await keyring.lock()
  answer.resolve()
  expect(await recordedOutcomeOf(running.bridge, submissionId)).toBe('accepted')
  await running.close()

  running = await house.start()
  expect((await running.bridge.must('app.info', {})).keychain).toMatchObject({
    kind: 'memory',
    reason: 'locked',
  })
  await goTo(running.page, 'Settings')
  await memoryOnly()
  const again = await running.bridge.must('submission.review', optOut('R-1'))
  expect(again.warnings.join(' ')).toContain(
    'what was sent before Glidepath was started cannot be recognized',
  )
  // Nothing can be sent even with a reason, because the credentials are in the locked keyring too.
  expect(
    await running.bridge.must('submission.send', {
      submissionId: again.submissionId,
      overrideReason: 'The caller asked again',
    }),
  ).toMatchObject({ outcome: 'notSent' })
  expect(uat.countOf('optout')).toBe(1)

  await keyring.unlock()
  await running.bridge.must('keychain.reopen', {})
  expect(await outcomeOf(running.bridge, submissionId)).toBe('accepted')
})

test('losing the session bus makes Chromium end the program, and a submission under way is in doubt', async () => {
  await running.close()
  const alone = await house.startAlone()
  const submissionId = await beginSending(alone.bridge, 'R-2')
  await alone.letGo()
  await keyring.startAnew()
  await alone.ended
  answer.resolve()

  running = await house.start()
  expect((await running.bridge.must('app.info', {})).keychain).toEqual({ kind: 'system' })
  expect(await outcomeOf(running.bridge, submissionId)).toBe('inDoubt')
  const again = await running.bridge.must('submission.review', optOut('R-2'))
  expect(
    await running.bridge.call('submission.send', { submissionId: again.submissionId }),
  ).toMatchObject({ ok: false })
  expect(uat.countOf('optout')).toBe(1)
  await running.close()
})
