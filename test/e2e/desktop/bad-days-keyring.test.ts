import { afterAll, beforeAll, expect, test } from 'vitest'
import { askedInDialogs, pressInDialogs } from '#test/support/desktop/dialogs.ts'
import { person } from '#test/support/desktop/person.ts'
import { ended, optOut, outcomeOf, uatDesktop, type Running, type UatDesktop } from '#test/support/desktop/uat-desktop.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/keyring-session.ts'
import { eventually, goTo } from '#test/support/screen-steps.ts'
import { startUatServer, type UatServer } from '#test/support/uat-server.ts'

/** The keyring is locked, or its whole session goes away, while something is on its way. */

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

const beginSending = async (participantId: string): Promise<string> => {
  uat.reset()
  answer = Promise.withResolvers()
  uat.meet('optout', { kind: 'held', until: () => answer.promise })
  const { submissionId } = await running.bridge.must('submission.review', optOut(participantId))
  await running.bridge.begin('submission.send', { submissionId })
  await uat.asked('optout', 1)
  return submissionId
}
const sessionOnly = () => running.page.getByText(/keyring is locked|for this session only/i).first().waitFor()

test('a keyring that is locked while an answer is on its way: the receipt is kept, and the next start says what is missing', async () => {
  running = await house.start()
  const submissionId = await beginSending('R-1')
  await keyring.lock()
  answer.resolve()
  await eventually(() => outcomeOf(running.bridge, submissionId)).toBe('accepted')
  await running.close()

  running = await house.start()
  expect((await running.bridge.must('app.info', {})).keychain).toMatchObject({ kind: 'session', reason: 'locked' })
  await goTo(running.page, 'Settings')
  await sessionOnly()
  // Whether the same was sent before cannot be known now.
  const again = await running.bridge.call('submission.review', optOut('R-1'))
  if (again.ok) expect(await running.bridge.call('submission.send', { submissionId: again.value.submissionId })).toMatchObject({ ok: false })
  expect(uat.countOf('optout')).toBe(1)

  await keyring.unlock()
  await running.bridge.must('keychain.reopen', {})
  expect(await outcomeOf(running.bridge, submissionId)).toBe('accepted')
})

test('a session whose bus goes away while an answer is on its way: the program asks before it ends, and the receipt is kept', async () => {
  const submissionId = await beginSending('R-2')
  await pressInDialogs(running.app, 0)
  const exit = new Promise<string>((resolve) => running.app.process().once('exit', (code, signal) => resolve(String(signal ?? code))))
  await keyring.tearDown()
  await new Promise((r) => setTimeout(r, 3000))
  console.log('asked', await askedInDialogs(running.app).catch(String))
  answer.resolve()
  console.log('exit', await Promise.race([exit, new Promise((r) => setTimeout(() => r('alive'), 5000))]))
  console.log(running.stderr().split('\n').slice(-5).join('\n'))
  console.log(await outcomeOf(running.bridge, submissionId).catch(String))
  await running.close()
  await ended(running.pid)
})
