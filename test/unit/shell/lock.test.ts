import { expect, test, vi } from 'vitest'
import { powerMonitor } from '#test/support/electron-double.ts'
import { startDesktop } from './desktop-harness.ts'

vi.mock('electron', () => import('#test/support/electron-double.ts'))

test('it locks when the computer is locked or goes to sleep, and on nothing else the computer says', async () => {
  const { core, end } = await startDesktop()
  powerMonitor.emit('resume')
  powerMonitor.emit('unlock-screen')
  expect(core.locks).toBe(0)
  powerMonitor.emit('lock-screen')
  powerMonitor.emit('suspend')
  expect(core.locks).toBe(2)
  await end()
})
