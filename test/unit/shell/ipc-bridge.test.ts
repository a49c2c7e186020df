import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { channelNames } from '#shared/ipc/channels.ts'
import { messageHandlers, WebContentsDouble } from '#test/support/doubles/electron-double.ts'
import { startDesktop } from './desktop-harness.ts'
import type { Desktop } from './desktop-harness.ts'

vi.mock('electron', () => import('#test/support/doubles/electron-double.ts'))

let desktop: Desktop
beforeEach(async () => {
  desktop = await startDesktop()
  desktop.core.calls.length = 0
})
afterEach(() => desktop.end())

const send = async (channel: string, event: object, payload: unknown = {}): Promise<unknown> => {
  const handler = messageHandlers.get(channel)
  if (handler === undefined) throw new Error(`no handler for ${channel}`)
  return handler(event, payload)
}

const refused = { ok: false, error: { code: 'ipc.invalidRequest' } }

test('exactly the channels of the contract have a handler', () => {
  expect([...messageHandlers.keys()]).toEqual([...channelNames])
})

test('a message from our page reaches the core, and the answer comes back in an envelope', async () => {
  const { webContents } = desktop.window
  const event = { sender: webContents, senderFrame: webContents.mainFrame }
  for (const channel of channelNames) {
    expect(await send(channel, event, { a: 1 })).toEqual({
      ok: true,
      value: { channel, payload: { a: 1 } },
    })
  }
  expect(desktop.core.calls).toHaveLength(channelNames.length)
})

test('a message from any other frame reaches nothing', async () => {
  const { webContents } = desktop.window
  const own = webContents.mainFrame
  const wrongFrame = fc.oneof(
    fc.constant(null),
    fc.record({
      origin: fc.oneof(
        fc.constantFrom('', 'null', 'file://', 'https://app', 'app://', 'app://glidepath.x'),
        fc.webUrl(),
      ),
      parent: fc.constant(null),
      processId: fc.constant(own.processId),
      frameToken: fc.constant(own.frameToken),
    }),
    fc.constant({ ...own, parent: own }),
    fc.integer({ min: 8 }).map((processId) => ({ ...own, processId })),
    fc.uuid().map((frameToken) => ({ ...own, frameToken })),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...channelNames), wrongFrame, async (channel, senderFrame) => {
      expect(await send(channel, { sender: webContents, senderFrame })).toMatchObject(refused)
    }),
    { seed: 20261120, numRuns: 300 },
  )
  expect(desktop.core.calls).toEqual([])
})

test('a message from another page with the same frame numbers is refused', async () => {
  const event = {
    sender: new WebContentsDouble(),
    senderFrame: desktop.window.webContents.mainFrame,
  }
  expect(await send('app.info', event)).toMatchObject(refused)
})

test("the sender's frame is read before anything is awaited, because it may be null later", async () => {
  const { webContents } = desktop.window
  const frames = [webContents.mainFrame, null]
  const event = {
    sender: webContents,
    get senderFrame() {
      return frames.shift() ?? null
    },
  }
  expect(await send('app.info', event)).toMatchObject({ ok: true })
  expect(frames).toHaveLength(1)
})

test('a message after the window was destroyed is refused', async () => {
  const { webContents } = desktop.window
  desktop.window.destroyed = true
  expect(
    await send('app.info', { sender: webContents, senderFrame: webContents.mainFrame }),
  ).toMatchObject(refused)
})

test('events from the core reach the page, and nothing is sent to a closed window', () => {
  desktop.core.emit('records.changed', {})
  expect(desktop.window.webContents.sent).toEqual([
    { channel: 'event:records.changed', values: [{}] },
  ])
  desktop.window.destroyed = true
  desktop.core.emit('records.changed', {})
  expect(desktop.window.webContents.sent).toHaveLength(1)
})
