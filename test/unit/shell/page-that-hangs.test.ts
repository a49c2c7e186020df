import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dialog } from '#test/support/doubles/electron-double.ts'
import { startDesktop, type Desktop } from './desktop-harness.ts'

vi.mock('electron', () => import('#test/support/doubles/electron-double.ts'))

/** Tests that a page that does not respond is ended at the user's request, and nothing else. */

let desktop: Desktop
const killed: unknown[] = []
const pressed = () => Promise.withResolvers<{ response: number }>()
let question: ReturnType<typeof pressed>
beforeEach(async () => {
  desktop = await startDesktop()
  desktop.window.webContents.pid = 4242
  question = pressed()
  vi.spyOn(dialog, 'showMessageBox').mockImplementation(() => question.promise)
  vi.spyOn(process, 'kill').mockImplementation((...values) => {
    killed.push(values)
    return true
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  killed.length = 0
  await desktop.end()
})

test.each([
  ['ended if the user chooses to restart it', 1, 4242, [[4242, 'SIGKILL']]],
  ['not ended if the user chooses to wait', 0, 4242, []],
  ['not ended if it has another process since then', 1, 77, []],
  ['not ended if it has no process anymore', 1, 0, []],
])('a page that hangs is %s', async (_words, response, pid, ended) => {
  desktop.window.webContents.emit('unresponsive')
  desktop.window.webContents.pid = pid
  question.resolve({ response })
  await new Promise((resolve) => setImmediate(resolve))
  expect(killed).toEqual(ended)
})
