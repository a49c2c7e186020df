import { expect, test, vi } from 'vitest'
import { app, dialogs, powerMonitor } from '#test/support/doubles/electron-double.ts'
import { startDesktop } from './desktop-harness.ts'

vi.mock('electron', () => import('#test/support/doubles/electron-double.ts'))

test('the program locks when the computer locks or goes to sleep, and for no other event', async () => {
  const { core, window, end } = await startDesktop()
  powerMonitor.emit('resume')
  powerMonitor.emit('unlock-screen')
  powerMonitor.emit('shutdown')
  window.emit('query-session-end')
  expect(core.locks).toBe(0)
  powerMonitor.emit('lock-screen')
  powerMonitor.emit('suspend')
  expect(core.locks).toBe(2)
  await end()
})

test.each(['suspend', 'shutdown', 'query-session-end'])(
  'a running list begins no more rows after the event %s',
  async (event) => {
    const { core, window, end } = await startDesktop()
    for (const other of ['lock-screen', 'unlock-screen', 'resume']) powerMonitor.emit(other)
    expect(core.rests).toEqual([])
    if (event === 'query-session-end') window.emit(event)
    else powerMonitor.emit(event)
    expect(core.rests[0]).toBe('computer')
    await end()
  },
)

test('when the computer shuts down, the program asks no question, requests time to end, and ends', async () => {
  const { core, window, end } = await startDesktop()
  core.sending = 'An enrollment is being sent.'
  window.webContents.page = 'holds on'
  const preventDefault = vi.fn()
  powerMonitor.emit('shutdown', { preventDefault })
  expect(preventDefault).toHaveBeenCalledTimes(process.platform === 'linux' ? 1 : 0)
  core.sending = null
  await vi.waitFor(() => expect(app.exitCode).toBe(process.platform === 'linux' ? 0 : null), 4_000)
  expect(dialogs).toEqual([])
  await end()
})
