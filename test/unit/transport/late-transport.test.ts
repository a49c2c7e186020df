import { describe, expect, test } from 'vitest'
import { createLateTransport } from '#electron/adapters/transport/late-transport.ts'
import type { HttpRequest, HttpTransport } from '#electron/core/platform/ports.ts'

const request: HttpRequest = {
  method: 'POST',
  url: 'https://service.example/x',
  headers: {},
  body: '{}',
  timeouts: { connectMs: 1_000, headersMs: 1_000, totalMs: 1_000 },
  maxResponseBytes: 1_000,
  freshConnection: true,
}

const createReal = () => {
  const seen = { sent: 0, closed: 0 }
  const transport: HttpTransport = {
    send: async () => {
      seen.sent += 1
      return { ok: true, response: { status: 200, headers: {}, text: 'answer' } }
    },
    close: async () => {
      seen.closed += 1
    },
  }
  return { seen, transport }
}

describe('a transport that is loaded late', () => {
  test('is loaded once, for the first request, and closed with the program', async () => {
    const { seen, transport } = createReal()
    let loads = 0
    const late = createLateTransport(async () => {
      loads += 1
      return transport
    })
    expect(loads).toBe(0)
    expect(await Promise.all([late.send(request), late.send(request)])).toMatchObject([
      { ok: true },
      { ok: true },
    ])
    expect({ loads, ...seen }).toEqual({ loads: 1, sent: 2, closed: 0 })
    await late.close()
    expect(seen.closed).toBe(1)
  })

  test('reports that nothing was sent if it cannot be loaded, and tries again for the next request', async () => {
    const { seen, transport } = createReal()
    const nothing = Promise.withResolvers<HttpTransport>()
    nothing.reject('nothing')
    const loads = [
      Promise.reject(new TypeError('a file is gone')),
      nothing.promise,
      Promise.resolve(transport),
    ]
    const late = createLateTransport(() => loads.shift() ?? Promise.resolve(transport))
    expect(await late.send(request)).toMatchObject({
      ok: false,
      failure: { phase: 'notSent', code: 'service.unreachable', details: 'TypeError' },
    })
    expect(await late.send(request)).toMatchObject({ ok: false, failure: { details: '' } })
    expect(seen.sent).toBe(0)
    expect(await late.send(request)).toMatchObject({ ok: true })
  })

  test('is not loaded only to be closed', async () => {
    let loads = 0
    await createLateTransport(async () => {
      loads += 1
      return createReal().transport
    }).close()
    expect(loads).toBe(0)
  })

  test('sends nothing once the program has closed it, not even requests that waited for it to load', async () => {
    const { seen, transport } = createReal()
    const { promise, resolve } = Promise.withResolvers<HttpTransport>()
    const late = createLateTransport(() => promise)
    const waiting = late.send(request)
    await late.close()
    resolve(transport)
    expect(await waiting).toMatchObject({
      ok: false,
      failure: { phase: 'notSent', code: 'job.cancelled', details: '' },
    })
    expect(seen.sent).toBe(0)
  })
})
