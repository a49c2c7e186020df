import { renameSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { bridgeOf } from '#test/support/desktop/bridge.ts'
import { askedInDialogs, pressInDialogs } from '#test/support/desktop/dialogs.ts'
import { person } from '#test/support/desktop/person.ts'
import {
  ended,
  optOut,
  pageAnew,
  pagePid,
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
} from '#test/support/samples/list-files.ts'
import { eventually, goTo } from '#test/support/screens/screen-steps.ts'
import { startUatServer, type UatServer } from '#test/support/servers/uat-server.ts'

/**
 * Tests a window whose processes die, hang or have nothing to show: main continues, and the program
 * says what happened.
 */

let keyring: KeyringSession
let uat: UatServer
let house: UatDesktop
let running: Running

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

/** Kills the page's process and waits for a new one. */
const killPage = async (): Promise<void> => {
  const pid = await pagePid(running)
  process.kill(pid, 'SIGKILL')
  await eventually(async () => ![0, pid].includes(await pagePid(running))).toBe(true)
}
const killOf = async (type: string, service: string | null): Promise<void> => {
  const pidOf = (): Promise<number> =>
    running.app.evaluate(
      ({ app }, wanted) =>
        app
          .getAppMetrics()
          .find(
            (each) =>
              each.type === wanted.type &&
              (wanted.service === null || each.serviceName === wanted.service),
          )?.pid ?? 0,
      { type, service },
    )
  await eventually(pidOf).toBeGreaterThan(0)
  const pid = await pidOf()
  process.kill(pid, 'SIGKILL')
  await ended(pid)
}

describe('a page whose process is killed', () => {
  beforeAll(async () => {
    running = await house.start()
  })
  afterAll(() => running.close())

  test('is loaded again and shows the receipt of the submission under way', async () => {
    const answer: PromiseWithResolvers<void> = Promise.withResolvers()
    uat.meet('optout', { kind: 'held', until: () => answer.promise })
    const { submissionId } = await running.bridge.must('submission.review', optOut('P-1'))
    await running.bridge.begin('submission.send', { submissionId })
    await uat.asked('optout', 1)
    await killPage()
    answer.resolve()
    const page = await pageAnew(running)
    await goTo(page, 'Saved results')
    await page.getByText('Accepted').first().waitFor()
    expect(uat.countOf('optout')).toBe(1)
  })

  test('shows the same screen again without the typed input, and quitting asks nothing', async () => {
    const before = await pageAnew(running)
    await goTo(before, 'Opt-out desk')
    await before.getByLabel('First name').fill('Typed before the crash')
    await killPage()
    const page = await pageAnew(running)
    await page.getByLabel('First name').waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('')
    expect(
      await page.evaluate(() =>
        window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
      ),
    ).toBe(true)
  })

  test('is loaded again while a list continues, and no row is sent twice', async () => {
    uat.meet('optout', { kind: 'held', until: () => wait(40) })
    const before = bridgeOf(await pageAnew(running))
    const { listId, counts } = await checkedList(before, listText(40))
    await before.must('list.start', {
      listId,
      options: { ...plainOptions, concurrency: 2 },
      rowsToSend: counts.ready,
    })
    await uat.asked('optout', 8)
    await killPage()
    const after = bridgeOf(await pageAnew(running))
    expect(await settledList(after, listId)).toMatchObject({
      state: 'done',
      counts: { accepted: 40 },
    })
    expect(uat.countOf('optout')).toBe(40)
  })
})

describe('an empty window', () => {
  beforeAll(async () => {
    running = await house.start()
  })

  test('shows a message when the page cannot be loaded, and another try shows the page', async () => {
    const file = path.join(inject('desktop').stage.appDir, 'dist', 'renderer', 'index.html')
    renameSync(file, `${file}.away`)
    try {
      await pressInDialogs(running.app, ...Array.from({ length: 1_000 }, () => 0))
      process.kill(await pagePid(running), 'SIGKILL')
      await eventually(async () => (await askedInDialogs(running.app)).length).toBeGreaterThan(1)
    } finally {
      renameSync(`${file}.away`, file)
    }
    await pageAnew(running)
    expect(new Set(await askedInDialogs(running.app))).toEqual(
      new Set(['Glidepath’s window could not be loaded']),
    )
  })

  test('shows a message when the page hangs, and restarts the page on request', async () => {
    await pressInDialogs(running.app, 0, 1)
    const pid = await pagePid(running)
    process.kill(pid, 'SIGSTOP')
    const says = (event: string) =>
      running.app.evaluate(({ BrowserWindow }, name) => {
        BrowserWindow.getAllWindows()[0]?.webContents.emit(name)
      }, event)
    // Chromium emits `unresponsive` 15 seconds after a key press, but never while a debugger is
    // attached, so the test emits it.
    await says('unresponsive')
    await wait(300)
    expect(await pagePid(running)).toBe(pid)
    await says('unresponsive')
    await ended(pid)
    await pageAnew(running)
    expect(await askedInDialogs(running.app)).toEqual([
      'Glidepath’s window does not answer',
      'Glidepath’s window does not answer',
    ])
  })

  test('shows a message when the page keeps crashing; trying again restores the page, and quitting is clean', async () => {
    await pressInDialogs(running.app, 0, 1)
    const exit = new Promise<number | null>((resolve) =>
      running.app.process().once('exit', resolve),
    )
    const failing = 'Glidepath’s window keeps failing'
    for (let death = 1; (await askedInDialogs(running.app)).length === 0; death += 1) {
      expect(death).toBeLessThanOrEqual(4)
      await killPage()
    }
    expect(await askedInDialogs(running.app)).toEqual([failing])
    await pageAnew(running)
    for (let death = 1; death <= 3; death += 1) await killPage()
    expect(await askedInDialogs(running.app)).toEqual([failing])
    process.kill(await pagePid(running), 'SIGKILL')
    expect(await exit).toBe(0)
  })
})

test('after its graphics and network processes are killed, the program still shows and sends, and contacts no other address', async () => {
  running = await house.start()
  await killOf('GPU', null)
  await killOf('Utility', 'network.mojom.NetworkService')
  const { submissionId } = await running.bridge.must('submission.review', optOut('G-1'))
  expect(await running.bridge.must('submission.send', { submissionId })).toMatchObject({
    outcome: 'accepted',
  })
  await goTo(running.page, 'Saved results')
  await running.page.getByRole('heading', { name: 'Saved results' }).waitFor()
  await eventually(async () => (await running.page.screenshot()).byteLength).toBeGreaterThan(10_000)
  const refused = await running.app.evaluate(
    ({ session }, url) =>
      session
        .fromPartition('glidepath')
        .fetch(url)
        .then(() => '', String),
    uat.url,
  )
  expect(refused).toContain('ERR_BLOCKED_BY_CLIENT')
  expect(uat.countOf('optout')).toBe(1)
  await running.close()
})
