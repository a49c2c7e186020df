import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PageBridge } from '#test/support/desktop/bridge.ts'
import { askedInDialogs, pressInDialogs, type Press } from '#test/support/desktop/dialogs.ts'
import { runAsPerson } from '#test/support/desktop/launch.ts'
import { person } from '#test/support/desktop/person.ts'
import {
  ended,
  optOut,
  outcomeOf,
  recordedOutcomeOf,
  uatDesktop,
  type Running,
  type UatDesktop,
} from '#test/support/desktop/uat-desktop.ts'
import { bringToFront } from '#test/support/desktop/windows.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import { eventually, goTo } from '#test/support/screens/screen-steps.ts'
import { startSilentPrompter } from '#test/support/doubles/silent-prompter.ts'
import { startUatServer, type UatServer } from '#test/support/servers/uat-server.ts'

/** Tests quitting during work: the program asks first, exits cleanly, and loses no receipt. */

const [typed, sending] = ['Something typed has not been sent or kept', /is being sent/]
const [goBack, discard] = [0, 1]
const [waitForIt, quitNow, stay] = [0, 1, 2]

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
afterEach(() => uat.reset())
afterAll(async () => {
  await uat.stop()
  await keyring.stop()
})

const exitOf = (): Promise<number | NodeJS.Signals | null> =>
  new Promise((resolve) =>
    running.app.process().once('exit', (code, signal) => resolve(signal ?? code)),
  )
const press = (...presses: Press[]) => pressInDialogs(running.app, ...presses)
const asked = () => askedInDialogs(running.app)
/**
 * Presses a key on the X server, which releases the key even if the window has closed meanwhile.
 */
const key = async (keys: string): Promise<void> => {
  await bringToFront('Glidepath')
  await runAsPerson('xdotool', ['key', keys])
}
/** Sends an opt-out that the service answers when `answer` resolves. */
const beginSending = async (bridge: PageBridge, participantId: string): Promise<string> => {
  answer = Promise.withResolvers()
  uat.meet('optout', { kind: 'held', until: () => answer.promise })
  const { submissionId } = await bridge.must('submission.review', optOut(participantId))
  await bridge.begin('submission.send', { submissionId })
  await uat.asked('optout', 1)
  return submissionId
}
test('with unsaved input, Ctrl+Q asks first, going back keeps the input, and the close button asks again', async () => {
  running = await house.start()
  await goTo(running.page, 'Opt-out desk')
  await running.page.getByLabel('First name').fill('Zephyrine')
  await press(goBack, discard)
  await key('ctrl+q')
  await eventually(asked).toEqual([typed])
  expect(await running.page.getByLabel('First name').inputValue()).toBe('Zephyrine')
  const exit = exitOf()
  // The window manager asks the window to close, as its close button does.
  await key('alt+F4')
  expect(await exit).toBe(0)
})

describe('while a submission is under way,', () => {
  test('Ctrl+C asks first, staying changes nothing, and waiting ends the program after the receipt is saved', async () => {
    running = await house.start()
    const submissionId = await beginSending(running.bridge, 'Q-1')
    await press(stay, waitForIt)
    process.kill(running.pid, 'SIGINT')
    await eventually(asked).toEqual([expect.stringMatching(sending)])
    const exit = exitOf()
    await key('ctrl+q')
    await eventually(asked).toHaveLength(2)
    expect(await running.page.getByRole('navigation').first().isVisible()).toBe(true)
    answer.resolve()
    expect(await exit).toBe(0)

    running = await house.start()
    expect(await outcomeOf(running.bridge, submissionId)).toBe('accepted')
    expect(uat.countOf('optout')).toBe(1)
  })

  test('quitting at once leaves the submission in doubt, and it is not sent again until a person settles it', async () => {
    const submissionId = await beginSending(running.bridge, 'Q-2')
    await press(quitNow)
    const exit = exitOf()
    await key('alt+F4')
    expect(await exit).toBe(0)

    running = await house.start()
    expect(await outcomeOf(running.bridge, submissionId)).toBe('inDoubt')
    const again = await running.bridge.must('submission.review', optOut('Q-2'))
    expect(
      await running.bridge.call('submission.send', { submissionId: again.submissionId }),
    ).toMatchObject({ ok: false })
    expect(uat.countOf('optout')).toBe(1)
    await goTo(running.page, 'Saved results')
    await running.page.getByText('In doubt').first().waitFor()
  })

  test('a second SIGTERM ends the program despite an unanswered question, and nothing is lost', async () => {
    const submissionId = await beginSending(running.bridge, 'Q-3')
    await press(null)
    process.kill(running.pid, 'SIGTERM')
    await eventually(asked).toHaveLength(1)
    const exit = exitOf()
    process.kill(running.pid, 'SIGTERM')
    expect(await exit).toBe('SIGTERM')

    running = await house.start()
    expect(await outcomeOf(running.bridge, submissionId)).toBe('inDoubt')
    expect(uat.countOf('optout')).toBe(1)
  })
})

test('SIGTERM ends the program cleanly if nothing is unsaved or under way', async () => {
  const exit = exitOf()
  process.kill(running.pid, 'SIGTERM')
  expect(await exit).toBe(0)
})

test('an open password prompt of the keyring does not keep the program running, although it blocks a thread that Node waits for', async () => {
  const alone = await house.startAlone()
  const environments = await alone.bridge.must('environments.list', {})
  const environmentId = environments.find(({ kind }) => kind === 'uat')?.id ?? ''
  const submissionId = await beginSending(alone.bridge, 'Q-4')
  const prompter = await startSilentPrompter(keyring.address, person)
  await keyring.lock()
  await alone.bridge.begin('credentials.save', {
    environmentId,
    credentials: { style: 'form', clientId: 'a', clientSecret: 'b' },
  })
  await eventually(() => Promise.resolve(prompter.asked())).toBeGreaterThan(0)
  answer.resolve()
  expect(await recordedOutcomeOf(alone.bridge, submissionId)).toBe('accepted')
  await alone.letGo()
  await key('ctrl+q')
  // If the program were not forced to end, it would take 25 s to quit with this keyring and then
  // abort, and with other keyrings it would never quit.
  expect(await ended(alone.pid, 15_000)).toBeLessThan(10_000)
  expect(alone.stderr()).not.toMatch(/terminate called|Napi::Error/)
  prompter.stop()

  await keyring.unlock()
  running = await house.start()
  expect(await outcomeOf(running.bridge, submissionId)).toBe('accepted')
  expect(uat.countOf('optout')).toBe(1)
  await running.close()
})
