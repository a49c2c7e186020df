import { beforeAll, describe, expect, test, vi } from 'vitest'
import { channelNames, eventNames } from '#shared/ipc/channels.ts'
import type { Bridge } from '#shared/ipc/bridge.ts'
import { exposed, ipcRenderer } from '#test/support/doubles/electron-double.ts'

vi.mock('electron', () => import('#test/support/doubles/electron-double.ts'))

const isBridge = (value: unknown): value is Bridge =>
  typeof value === 'object' && value !== null && 'invoke' in value

let bridge: Bridge
beforeAll(async () => {
  await import('#electron/preload.ts')
  const found = exposed.get('glidepath')
  if (!isBridge(found)) throw new Error('nothing was exposed')
  bridge = found
})

test("one frozen object with exactly three functions is exposed (item 20 of Electron's checklist)", () => {
  expect([...exposed.keys()]).toEqual(['glidepath'])
  expect(Object.keys(bridge).toSorted()).toEqual(['invoke', 'on', 'pathOf'])
  expect(Object.isFrozen(bridge)).toBe(true)
  for (const value of Object.values(bridge)) expect(value).toBeTypeOf('function')
})

describe('invoke on the bridge', () => {
  test.each(channelNames)('passes on %s', async (channel) => {
    expect(await bridge.invoke(channel, { a: 1 })).toEqual({ ok: true, value: channel })
    expect(ipcRenderer.invoked.at(-1)).toEqual({ channel, values: [{ a: 1 }] })
  })

  test.each([
    '',
    'app',
    'app.info ',
    'ELECTRON_BROWSER',
    'event:records.changed',
    '__proto__',
    'constructor',
  ])('refuses the unknown channel %j', async (channel) => {
    const before = ipcRenderer.invoked.length
    await expect(bridge.invoke(channel, {})).rejects.toThrow('unknown channel')
    expect(ipcRenderer.invoked).toHaveLength(before)
  })
})

describe('the preload script', () => {
  const source = (path: string) => ({ kind: 'file', name: 'a.xml', bytes: new Uint8Array(), path })

  test.each([
    '\\\\evil.example\\share\\a.xml',
    '//evil.example/share/a.xml',
    '/net/evil.example/a.xml',
    '/home/person/.ssh/id_ed25519',
    '',
  ])('never passes on a path that nobody gave the page: %j', async (path) => {
    const before = ipcRenderer.invoked.length
    await expect(bridge.invoke('participant.open', source(path))).rejects.toThrow('nobody gave it')
    expect(ipcRenderer.invoked).toHaveLength(before)
  })

  test('passes on the path of a picked or dropped file', async () => {
    const path = bridge.pathOf(new File([], 'dropped.xml'))
    await bridge.invoke('participant.open', source(path))
    expect(ipcRenderer.invoked.at(-1)).toEqual({
      channel: 'participant.open',
      values: [source(path)],
    })
  })
})

describe('on() of the bridge', () => {
  test.each(eventNames)(
    'passes on only the payload of %s, and stops when the listener is removed',
    (name) => {
      const listener = vi.fn()
      const stop = bridge.on(name, listener)
      ipcRenderer.emit(`event:${name}`, { sender: ipcRenderer }, { b: 2 })
      expect(listener.mock.calls).toEqual([[{ b: 2 }]])
      stop()
      ipcRenderer.emit(`event:${name}`, {}, {})
      expect(listener).toHaveBeenCalledTimes(1)
      expect(ipcRenderer.listenerCount(`event:${name}`)).toBe(0)
    },
  )

  test('refuses to listen for an unknown event', () => {
    expect(() => bridge.on('records.changed2', () => undefined)).toThrow('unknown event')
  })
})

test('pathOf returns the path of a file, and an empty text for anything else', () => {
  expect(bridge.pathOf(new File([], 'a.xml'))).toBe('/picked/a.xml')
  for (const other of [null, undefined, 'a.xml', { name: 'a.xml' }, 7])
    expect(bridge.pathOf(other)).toBe('')
})
