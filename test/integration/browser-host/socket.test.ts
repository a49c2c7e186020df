import { connect as connectTcp } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { maxFrameBytes } from '#electron/browser-host/server.ts'
import { pack } from '#shared/ipc/pack.ts'
import { ask, connect, dial, startHost } from './host-harness.ts'
import type { Host } from './host-harness.ts'

let host: Host
beforeEach(async () => {
  host = await startHost()
})
afterEach(() => host.end())

describe('connecting:', () => {
  test('the token in the address opens a session, and is never echoed', async () => {
    const page = await connect(host)
    expect(page.key).toMatch(/^[\w-]{43}$/)
    expect(page.protocol).toBe('glidepath.v1')
  })

  test('the token works once, but the session key works again', async () => {
    const token = host.token()
    const page = await connect(host, `token.${token}`)
    const again = await dial(host.server.port, { protocols: ['glidepath.v1', `token.${token}`] })
    expect(again).toMatchObject({ kind: 'closed', code: 4401 })
    page.socket.terminate()
    const back = await connect(host, `key.${page.key}`)
    expect(back.key).toBe(page.key)
  })

  test('a wrong token opens nothing and leaves the right one valid', async () => {
    const token = host.token()
    const wrong = [
      `token.${token.slice(1)}`,
      `token.${token}a`,
      `token.${'a'.repeat(43)}`,
      `key.${token}`,
      'key.x',
    ]
    for (const proof of wrong) {
      const dialled = await dial(host.server.port, { protocols: ['glidepath.v1', proof] })
      expect(dialled, proof).toMatchObject({ kind: 'closed', code: 4401 })
    }
    await connect(host, `token.${token}`)
    expect(host.core.calls).toEqual([])
  })

  /**
   * Performs the handshake by hand with a wrong token, then sends a frame of `bytes` zeros as fast
   * as possible. Resolves to the number of bytes that were sent.
   */
  const sendUnadmitted = (bytes: number): Promise<number> =>
    new Promise((resolve) => {
      const address = `127.0.0.1:${host.server.port}`
      const socket = connectTcp(host.server.port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.once('close', () => resolve(socket.bytesWritten - socket.writableLength))
      socket.write(
        `GET /bridge HTTP/1.1\r\nHost: ${address}\r\nOrigin: http://${address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
          `Sec-WebSocket-Protocol: glidepath.v1, token.${'a'.repeat(43)}\r\n\r\n`,
      )
      socket.once('data', () => {
        socket.resume()
        const head = Buffer.alloc(14)
        head.writeUInt16BE(0x82ff)
        head.writeBigUInt64BE(BigInt(bytes), 2)
        socket.write(head)
        const chunk = Buffer.alloc(1024 * 1024)
        const more = (left: number): void => {
          if (left === 0 || socket.destroyed) return
          const taken = socket.write(chunk.subarray(0, left))
          const rest = left - Math.min(left, chunk.length)
          if (taken) more(rest)
          else socket.once('drain', () => more(rest))
        }
        more(bytes)
      })
    })

  test('an unauthenticated client’s frames are not read, and its connection is cut, so it cannot fill the memory', async () => {
    expect(await sendUnadmitted(maxFrameBytes - 1)).toBeLessThan(maxFrameBytes / 2)
  })

  test('an unauthenticated client that sends nothing is cut off', async () => {
    // This client does not answer the close frame, so if the server did not cut it off, the
    // connection would stay open for half a minute.
    await sendUnadmitted(0)
  }, 15_000)

  test.each([
    ['without a proof', ['glidepath.v1']],
    ['without our subprotocol', ['token.abc']],
    ['without any subprotocol', []],
    ['with a proof of another kind', ['glidepath.v1', 'cookie.abc']],
  ])('%s, the upgrade is refused', async (_name, protocols) => {
    expect(await dial(host.server.port, { protocols })).toEqual({ kind: 'refused', status: 401 })
  })

  test.each(['https://example.com', 'null', 'http://127.0.0.1', 'http://localhost:PORT', ''])(
    'Origin %j is refused even with the right token',
    async (origin) => {
      const token = host.token()
      const protocols = ['glidepath.v1', `token.${token}`]
      const wrong = origin.replace('PORT', String(host.server.port))
      expect(await dial(host.server.port, { protocols, origin: wrong })).toEqual({
        kind: 'refused',
        status: 403,
      })
      await connect(host, `token.${token}`)
    },
  )

  test('a wrong Host is refused even with the right token', async () => {
    const protocols = ['glidepath.v1', `token.${host.token()}`]
    const rebound = {
      protocols,
      host: `evil.example:${host.server.port}`,
      origin: `http://evil.example:${host.server.port}`,
    }
    expect(await dial(host.server.port, rebound)).toEqual({ kind: 'refused', status: 403 })
  })

  test('only /bridge accepts a WebSocket', async () => {
    const protocols = ['glidepath.v1', `token.${host.token()}`]
    expect(await dial(host.server.port, { protocols, target: '/' })).toEqual({
      kind: 'refused',
      status: 404,
    })
  })
})

describe('requests:', () => {
  test('answers may arrive in any order, each with its request’s number', async () => {
    const page = await connect(host)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    host.core.answer = async (channel) => {
      if (channel === 'slow') await held
      return { ok: true, value: channel }
    }
    page.call(1, 'slow', {})
    page.call(2, 'fast', {})
    expect(await page.answer()).toEqual({ id: 2, envelope: { ok: true, value: 'fast' } })
    release()
    expect(await page.answer()).toEqual({ id: 1, envelope: { ok: true, value: 'slow' } })
  })

  test('bytes and columns of numbers arrive unchanged', async () => {
    const page = await connect(host)
    const payload = {
      bytes: new Uint8Array([0, 255, 7]),
      column: new Float64Array([1.5, -2]),
      text: 'é',
    }
    page.call(1, 'echo', payload)
    expect(await page.answer()).toEqual({
      id: 1,
      envelope: { ok: true, value: { channel: 'echo', payload } },
    })
  })

  test('a participant file of 60 MB goes through', async () => {
    const page = await connect(host)
    host.core.answer = async (_channel, payload) => ({
      ok: true,
      value: payload instanceof Uint8Array && payload.length,
    })
    page.call(1, 'participant.open', new Uint8Array(60 * 1024 * 1024))
    expect(await page.answer()).toEqual({ id: 1, envelope: { ok: true, value: 60 * 1024 * 1024 } })
  })

  test('the core is notified when the last page disconnects, and not before', async () => {
    const first = await connect(host)
    const second = await connect(host, `key.${first.key}`)
    first.socket.terminate()
    await connect(host, `key.${first.key}`).then(({ socket }) => socket.terminate())
    expect(host.core.pagesGone).toBe(0)
    second.socket.terminate()
    await expect.poll(() => host.core.pagesGone).toBe(1)
  })

  test('a request continues when the page that sent it is gone', async () => {
    const page = await connect(host)
    let done = false
    host.core.answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      done = true
      return { ok: true, value: null }
    }
    page.call(1, 'submission.send', {})
    await vi.waitFor(() => expect(host.core.calls).toHaveLength(1))
    page.socket.terminate()
    await vi.waitFor(() => expect(done).toBe(true))
    await connect(host, `key.${page.key}`)
    expect(host.log).toEqual([])
  })

  test('events reach every connected page and no closed page', async () => {
    const pages = [await connect(host), await connect(host)]
    host.core.emit('records.changed', {})
    for (const page of pages)
      expect(await page.next()).toEqual({ event: 'records.changed', payload: {} })
    pages[0]?.socket.terminate()
    await pages[0]?.closed
    host.core.emit('environments.changed', {})
    expect(await pages[1]?.next()).toEqual({ event: 'environments.changed', payload: {} })
  })
})

describe('a broken page', () => {
  test.each([
    ['that sends something other than MessagePack', Buffer.from([0xc1]), 1007],
    ['that sends a frame that is cut short', Buffer.from([0x83, 0xa2]), 1007],
    ['that sends an empty frame', Buffer.alloc(0), 1007],
    [
      'that announces a list of 33 million items and sends none',
      Buffer.from([0xdd, 1, 0xff, 0xff, 0xff]),
      1007,
    ],
    [
      'that sends the key __proto__',
      Buffer.from([0x81, 0xa9, ...Buffer.from('__proto__'), 0x80]),
      1007,
    ],
    ['that sends no request', Buffer.from(pack({ hello: 'there' })), 1007],
    ['that sends a bare number', Buffer.from(pack(7)), 1007],
    [
      'that sends a request with an unknown field',
      Buffer.from(pack({ id: 1, channel: 'a', payload: {}, more: 1 })),
      1007,
    ],
    [
      'that sends a request whose number is a fraction',
      Buffer.from(pack({ id: 1.5, channel: 'a', payload: {} })),
      1007,
    ],
    [
      'that sends a request without a channel',
      Buffer.from(pack({ id: 1, channel: '', payload: {} })),
      1007,
    ],
    ['that sends text', '{"id":1}', 1003],
  ])('%s is closed with a reason', async (_name, data, code) => {
    const page = await connect(host)
    page.socket.send(data)
    const closed = await page.closed
    expect(closed.code).toBe(code)
    expect(closed.reason).toMatch(/\w+/)
    expect(host.core.calls).toEqual([])
    expect((await ask(host.server.port, '/')).status).toBe(200)
  })

  test('that sends too large a frame is closed, and the frame is never read', async () => {
    const page = await connect(host)
    page.socket.on('error', () => undefined)
    page.socket.send(Buffer.alloc(maxFrameBytes + 1))
    expect(await page.closed).toMatchObject({ code: 1009 })
    expect(host.core.calls).toEqual([])
    expect((await ask(host.server.port, '/')).status).toBe(200)
  })

  test('that floods the core with requests is closed', async () => {
    const page = await connect(host)
    host.core.answer = () => new Promise(() => undefined)
    for (let id = 0; id < 300; id += 1) page.call(id, 'job', {})
    expect(await page.closed).toMatchObject({ code: 1008 })
    expect(host.core.calls).toHaveLength(200)
  })

  test('that cuts its connection in the middle of the handshake harms nothing', async () => {
    await new Promise<void>((resolve) => {
      const socket = connectTcp(host.server.port, '127.0.0.1', () => {
        socket.write(
          'GET /bridge HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
        )
        socket.resetAndDestroy()
        resolve()
      })
    })
    await connect(host)
  })
})
