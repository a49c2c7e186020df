import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dialog } from '#test/support/doubles/electron-double.ts'
import { startDesktop, type Desktop } from './desktop-harness.ts'

vi.mock('electron', () => import('#test/support/doubles/electron-double.ts'))

/** A page that does not respond is ended at the user's request, and nothing else is. */

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
  ['started again', 1, 4242, [[4242, 'SIGKILL']]],
  ['waited for', 0, 4242, []],
  ['started again, though it is another process by now', 1, 77, []],
  ['started again, though it has no process any more', 1, 0, []],
])('it is %s', async (_words, response, pid, ended) => {
  desktop.window.webContents.emit('unresponsive')
  desktop.window.webContents.pid = pid
  question.resolve({ response })
  await new Promise((resolve) => setImmediate(resolve))
  expect(killed).toEqual(ended)
})
