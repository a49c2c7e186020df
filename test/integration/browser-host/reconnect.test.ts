import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket as NodeSocket } from 'ws'
import { connectSocketBridge } from '#renderer/ipc/socket-bridge.ts'
import type { PageParts, SocketBridge, SocketState } from '#renderer/ipc/socket-bridge.ts'
import { startHost } from './host-harness.ts'
import type { Host } from './host-harness.ts'

/**
 * Tests the page's end of the connection against the host's end, both real; only `window` is a
 * double.
 */

let host: Host
/** Tabs stop connecting when their test has ended. */
let ended: boolean
beforeEach(async () => {
  host = await startHost()
  ended = false
})
afterEach(() => {
  ended = true
  return host.end()
})

interface Tab {
  readonly bridge: SocketBridge
  readonly states: SocketState[]
  readonly stored: Map<string, string>
  readonly addresses: string[]
  readonly sockets: NodeSocket[]
}

const openTab = (hash: string, stored = new Map<string, string>()): Tab => {
  const address = new URL(`http://127.0.0.1:${host.server.port}/${hash}`)
  const addresses: string[] = []
  const sockets: NodeSocket[] = []
  const parts: PageParts = {
    history: { replaceState: (_state, _title, url) => void addresses.push(String(url)) },
    storage: {
      getItem: (name) => stored.get(name) ?? null,
      setItem: (name, value) => void stored.set(name, value),
      removeItem: (name) => void stored.delete(name),
    },
    openSocket: (url, protocols, { onFrame, onClose }) => {
      if (ended) return () => undefined
      const socket = new NodeSocket(url, protocols, { origin: address.origin })
      sockets.push(socket)
      socket.on('message', (data) =>
        onFrame(Buffer.isBuffer(data) ? new Uint8Array(data) : new Uint8Array()),
      )
      socket.on('close', onClose)
      socket.on('error', () => undefined)
      return (bytes) => socket.send(bytes)
    },
  }
  const bridge = connectSocketBridge(address, parts)
  const states: SocketState[] = []
  bridge.onState((state) => states.push(state))
  return { bridge, states, stored, addresses, sockets }
}

const connected = (tab: Tab): Promise<void> =>
  vi.waitFor(() => expect(tab.states.at(-1)).toBe('connected'))

test('the page at once replaces the token in its address with a key for this tab', async () => {
  const token = host.token()
  const tab = openTab(`#token=${token}`)
  expect(tab.addresses).toEqual(['/'])
  await connected(tab)
  expect([...tab.stored.values()]).toEqual([expect.stringMatching(/^key\./)])
  expect(JSON.stringify([...tab.stored])).not.toContain(token)
})

test('requests wait for the connection', async () => {
  const tab = openTab(`#token=${host.token()}`)
  const answers = await Promise.all([
    tab.bridge.invoke('app.info', {}),
    tab.bridge.invoke('records.list', { a: 1 }),
  ])
  expect(answers).toEqual([
    { ok: true, value: { channel: 'app.info', payload: {} } },
    { ok: true, value: { channel: 'records.list', payload: { a: 1 } } },
  ])
})

test('a reloaded page connects again with the tab’s key, without a token in the address', async () => {
  const before = openTab(`#token=${host.token()}`)
  await connected(before)
  const after = openTab('', before.stored)
  await connected(after)
  expect(await after.bridge.invoke('app.info', {})).toMatchObject({ ok: true })
})

test('when the connection is lost, requests under way are rejected, the page reports the loss, and it reconnects by itself', async () => {
  const tab = openTab(`#token=${host.token()}`)
  await connected(tab)
  host.core.answer = () => new Promise(() => undefined)
  const underWay = tab.bridge.invoke('forecast.run', {})
  await vi.waitFor(() => expect(host.core.calls).toHaveLength(1))
  tab.sockets.at(-1)?.terminate()
  await expect(underWay).rejects.toThrow('lost')
  await expect(tab.bridge.invoke('app.info', {})).rejects.toThrow('no connection')
  host.core.answer = async () => ({ ok: true, value: 'back' })
  await connected(tab)
  expect(await tab.bridge.invoke('app.info', {})).toEqual({ ok: true, value: 'back' })
  expect(tab.states).toEqual(['connecting', 'connected', 'lost', 'connected'])
})

test('events reach a listener until the listener is removed', async () => {
  const tab = openTab(`#token=${host.token()}`)
  const heard = vi.fn()
  const stop = tab.bridge.on('job.progress', heard)
  await connected(tab)
  const payload = { jobId: '1', detail: 'half way', fraction: 0.5 }
  host.core.emit('job.progress', payload)
  await vi.waitFor(() => expect(heard.mock.calls).toEqual([[payload]]))
  stop()
  host.core.emit('job.progress', payload)
  await tab.bridge.invoke('app.info', {})
  expect(heard).toHaveBeenCalledTimes(1)
})

test.each([
  ['without a token', ''],
  ['with a used or wrong token', '#token=wrong'],
])('%s, the page reports the lost connection and stops trying', async (_name, hash) => {
  const tab = openTab(hash)
  await vi.waitFor(() => expect(tab.states.at(-1)).toBe('lost'))
  const tries = tab.sockets.length
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(tab.sockets).toHaveLength(tries)
  await expect(tab.bridge.invoke('app.info', {})).rejects.toThrow('no connection')
})

test('pathOf returns an empty path for any file in the browser host', () => {
  expect(openTab('').bridge.pathOf(new File([], 'a.xml'))).toBe('')
})
