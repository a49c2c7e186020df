import { expect, test, vi } from 'vitest'
import { powerMonitor } from '#test/support/electron-double.ts'
import { startDesktop } from './desktop-harness.ts'

vi.mock('electron', () => import('#test/support/electron-double.ts'))

test('it locks when the computer is locked or goes to sleep, and on nothing else the computer says', async () => {
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

test.each(['suspend', 'shutdown', 'query-session-end'])('it begins no further row of a list on %s', async (event) => {
  const { core, window, end } = await startDesktop()
  for (const other of ['lock-screen', 'unlock-screen', 'resume']) powerMonitor.emit(other)
  expect(core.rests).toEqual([])
  if (event === 'query-session-end') window.emit(event)
  else powerMonitor.emit(event)
  expect(core.rests).toEqual(['computer'])
  await end()
})
