import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { askedInDialogs, pressInDialogs } from '#test/support/desktop/dialogs.ts'
import { person } from '#test/support/desktop/person.ts'
import {
  ended,
  optOut,
  outcomeOf,
  uatDesktop,
  type Running,
  type UatDesktop,
} from '#test/support/desktop/uat-desktop.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import {
  checkedList,
  listText,
  plainOptions,
  settledList,
  viewOf,
} from '#test/support/samples/list-files.ts'
import { startUatServer, type UatServer } from '#test/support/servers/uat-server.ts'

/**
 * Tests a computer that sleeps, locks or shuts down during sending. The tests emit the system's
 * events; everything else is real.
 */

const passphrase = 'four quiet otters sleep'
let keyring: KeyringSession
let uat: UatServer
let house: UatDesktop
let running: Running
let lists = 0

beforeAll(async () => {
  keyring = await startKeyringSession(person)
  uat = await startUatServer()
  house = uatDesktop(uat.url)
  running = await house.start()
})
afterEach(() => uat.reset())
afterAll(async () => {
  await running.close()
  await uat.stop()
  await keyring.stop()
})

type ComputerEvent = 'suspend' | 'resume' | 'lock-screen' | 'unlock-screen' | 'shutdown'

/**
 * Emits the event as Electron would. Returns true if a listener called `preventDefault` to delay
 * it.
 */
const computer = (event: ComputerEvent): Promise<boolean> =>
  running.app.evaluate(({ powerMonitor }, name) => {
    let isPrevented = false
    powerMonitor.emit(name, { preventDefault: () => (isPrevented = true) })
    return isPrevented
  }, event)

const rows = 30
/**
 * Starts sending a new list, two rows at a time; resolves to its id once some rows have been
 * requested.
 */
const runningList = async (): Promise<string> => {
  uat.meet('optout', { kind: 'held', until: () => wait(100) })
  lists += 1
  const { listId, counts } = await checkedList(
    running.bridge,
    listText(rows, ',', '\n', lists * 100),
    `list-${lists}.csv`,
  )
  const before = uat.countOf('optout')
  await running.bridge.must('list.start', {
    listId,
    options: { ...plainOptions, concurrency: 2 },
    rowsToSend: counts.ready,
  })
  await uat.asked('optout', before + 4)
  return listId
}
/** Continues a paused list, and checks that each row was sent once. */
const goOn = async (listId: string): Promise<void> => {
  const { counts } = await viewOf(running.bridge, listId)
  await running.bridge.must('list.start', {
    listId,
    options: plainOptions,
    rowsToSend: counts.ready,
  })
  expect(await settledList(running.bridge, listId)).toMatchObject({
    state: 'done',
    counts: { accepted: rows },
  })
  expect(uat.countOf('optout')).toBe(rows)
}

test('a list on a computer that goes to sleep starts no more rows, and rows under way have receipts afterwards', async () => {
  const listId = await runningList()
  await computer('suspend')
  const rests = await settledList(running.bridge, listId)
  expect(rests).toMatchObject({ state: 'paused', counts: { inDoubt: 0 } })
  expect(rests.why).toContain('about to sleep or shut down')
  expect(uat.countOf('optout')).toBe(rests.counts.accepted)
  await computer('resume')
  await wait(300)
  expect(await viewOf(running.bridge, listId)).toMatchObject({ state: 'paused' })
  await goOn(listId)

  const answer: PromiseWithResolvers<void> = Promise.withResolvers()
  uat.meet('optout', { kind: 'held', until: () => answer.promise })
  const { submissionId } = await running.bridge.must('submission.review', optOut('C-1'))
  await running.bridge.begin('submission.send', { submissionId })
  await uat.asked('optout', rows + 1)
  await computer('suspend')
  await computer('resume')
  answer.resolve()
  await expect.poll(() => outcomeOf(running.bridge, submissionId)).toBe('accepted')
  expect(uat.countOf('optout')).toBe(rows + 1)
})

test('locking the computer locks the program only if a passphrase is set, and a running list continues', async () => {
  await computer('lock-screen')
  await computer('unlock-screen')
  expect(await running.page.getByRole('heading', { name: 'Glidepath is locked' }).count()).toBe(0)

  await running.bridge.must('lock.setPassphrase', { current: '', next: passphrase })
  const listId = await runningList()
  await computer('lock-screen')
  await running.page.getByRole('heading', { name: 'Glidepath is locked' }).waitFor()
  await uat.asked('optout', rows)
  await computer('unlock-screen')
  await running.page.getByRole('heading', { name: 'Glidepath is locked' }).waitFor()
  expect(await running.bridge.call('records.list', {})).toMatchObject({
    ok: false,
    error: { code: 'lock.locked' },
  })
  await running.bridge.must('lock.unlock', { passphrase })
  expect(await settledList(running.bridge, listId)).toMatchObject({
    state: 'done',
    counts: { accepted: rows },
  })

  // When the computer goes to sleep, the program locks and the list pauses.
  uat.reset()
  const second = await runningList()
  await computer('suspend')
  await running.page.getByRole('heading', { name: 'Glidepath is locked' }).waitFor()
  await computer('resume')
  await running.bridge.must('lock.unlock', { passphrase })
  expect(await settledList(running.bridge, second)).toMatchObject({ state: 'paused' })
  await goOn(second)
})

test('a shutdown does not wait for an open question, ends the program within five seconds, and loses nothing', async () => {
  await running.bridge.must('lock.unlock', { passphrase })
  const never = new Promise<void>(() => undefined)
  uat.meet('optout', { kind: 'held', until: () => never })
  const { submissionId } = await running.bridge.must('submission.review', optOut('C-2'))
  await running.bridge.begin('submission.send', { submissionId })
  await uat.asked('optout', 1)
  await running.page.evaluate(() =>
    window.addEventListener('beforeunload', (event) => event.preventDefault()),
  )
  await pressInDialogs(running.app, null)
  // The user has just chosen Quit, and the program's question is open.
  await running.app.evaluate(({ app }) => app.quit())
  await expect.poll(() => askedInDialogs(running.app)).toHaveLength(1)
  const exit = new Promise<number | null>((resolve) => running.app.process().once('exit', resolve))
  expect(await computer('shutdown')).toBe(true)
  await ended(running.pid, 15_000)
  expect(await exit).toBe(0)

  running = await house.start()
  await running.bridge.must('lock.unlock', { passphrase })
  expect(await outcomeOf(running.bridge, submissionId)).toBe('inDoubt')
  expect(uat.countOf('optout')).toBe(1)
})

test('a list pauses when the computer shuts down, and after the next start each row is sent once', async () => {
  await running.bridge.must('lock.unlock', { passphrase })
  const listId = await runningList()
  await computer('shutdown')
  await ended(running.pid, 15_000)
  running = await house.start()
  await running.bridge.must('lock.unlock', { passphrase })
  const rests = await viewOf(running.bridge, listId)
  expect(rests).toMatchObject({ state: 'paused', counts: { inDoubt: 0 } })
  expect(rests.why).toContain('about to sleep or shut down')
  await goOn(listId)
})
