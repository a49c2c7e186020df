import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BrowserWindow } from 'electron'
import { hangCurtain } from '#electron/shell/curtain.ts'
import { endPage } from '#electron/shell/end-page.ts'
import {
  WebContentsDouble,
  BrowserWindow as WindowDouble,
  resetElectron,
} from '#test/support/doubles/electron-double.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'

vi.mock('electron', () => import('#test/support/doubles/electron-double.ts'))

/** The curtain's waits, in order. A test ends each wait by calling its entry. */
const waits: (() => void)[] = []
vi.mock('node:timers/promises', () => ({
  setTimeout: (_ms: number, value: unknown) =>
    new Promise((resolve) => waits.push(() => resolve(value))),
}))
/** Ends the wait at this index, and lets the code after it run. */
const pass = async (place: number): Promise<void> => {
  await expect.poll(() => waits.length).toBeGreaterThan(place)
  waits[place]?.()
  await settle()
}
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const killed: unknown[] = []
beforeEach(() => {
  vi.spyOn(process, 'kill').mockImplementation((...values) => {
    killed.push(values)
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  waits.length = 0
  killed.length = 0
  resetElectron()
})

/** A window with the curtain, whose page is blocked until `move` is called. */
const hang = () => {
  const window = new WindowDouble({
    width: 800,
    height: 600,
    show: true,
    backgroundColor: '#fff',
    webPreferences: {},
  })
  window.webContents.pid = 4242
  const still = Promise.withResolvers<boolean>()
  window.webContents.executeJavaScript = () => still.promise
  let lock = (): void => undefined
  const { logger, lines } = createListeningLogger()
  const events = {
    on: (listener: (event: 'lock.changed', payload: never) => void) => {
      lock = () => listener('lock.changed', undefined as never)
      return () => undefined
    },
  }
  hangCurtain(window as unknown as BrowserWindow, events, logger)
  return { window, lines, move: () => still.resolve(true), lock: () => lock() }
}

test('a page that responds is left alone', async () => {
  const { window, lock, move } = hang()
  lock()
  move()
  await settle()
  expect([window.views.size, killed]).toEqual([0, []])
})

test('a page that does not respond is covered, then ended, and uncovered once it is back', async () => {
  const { window, lock } = hang()
  lock()
  await pass(0)
  expect([window.views.size, killed]).toEqual([1, []])
  const [curtain] = window.views
  await pass(1)
  expect(killed).toEqual([[4242, 'SIGKILL']])
  expect(window.views.size).toBe(1)
  window.webContents.emit('did-finish-load')
  await settle()
  await pass(3)
  expect([window.views.size, curtain?.webContents.closed, window.listenerCount('resize')]).toEqual([
    0,
    true,
    0,
  ])
})

test('the curtain over a page that never responds is removed after a time, and the next lock brings it back', async () => {
  const { window, lock } = hang()
  lock()
  for (const place of [0, 1, 2, 3]) await pass(place)
  expect(window.views.size).toBe(0)
  lock()
  await pass(4)
  expect(window.views.size).toBe(1)
})

test.each([
  ['another process since then', 99],
  ['no process anymore', 0],
])('the process of a page is not ended if the page has %s', async (_words, pid) => {
  const { window, lock, lines } = hang()
  lock()
  await pass(0)
  window.webContents.pid = pid
  await pass(1)
  await pass(2)
  expect([killed, window.views.size]).toEqual([[], 0])
  expect(lines.join()).not.toContain('was ended')
})

test('an error removes the curtain', async () => {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw new Error('no such process')
  })
  const { window, lock, lines } = hang()
  lock()
  await pass(0)
  const [curtain] = window.views
  await pass(1)
  expect([window.views.size, curtain?.webContents.closed]).toEqual([0, true])
  expect(lines.join()).toContain('could not be covered')
  lock()
  await pass(2)
  expect(window.views.size).toBe(1)
})

test('a window that closes leaves no curtain', async () => {
  const { window, lock } = hang()
  lock()
  await pass(0)
  const [curtain] = window.views
  window.destroy()
  await pass(1)
  await pass(2)
  expect([killed, curtain?.webContents.closed]).toEqual([[], true])
})

test('process 0, which is this program and all its children, is never ended', () => {
  const page = new WebContentsDouble()
  expect([endPage(page as never), killed]).toEqual([false, []])
  page.pid = 7
  expect([endPage(page as never, 8), killed]).toEqual([false, []])
  expect([endPage(page as never), killed]).toEqual([true, [[7, 'SIGKILL']]])
})
