import { afterEach, expect, it } from 'vitest'
import { buildConnector, Client } from 'undici'
import { exchange } from '#electron/adapters/transport/exchange.ts'
import { bodyOf, serve } from '#test/support/servers/loopback-server.ts'

/**
 * Tests that, over a real connection, a request canceled before it begins is never written, and an
 * answer is read completely.
 */

const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

/** A client whose connection is established when `open` is called. */
const setUp = async (parts: readonly string[] = ['yes']) => {
  const asked: string[] = []
  const server = await serve(async (request, response) => {
    asked.push(await bodyOf(request))
    for (const part of parts) {
      response.write(part)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    response.end()
  })
  const gate = Promise.withResolvers<undefined>()
  const real = buildConnector({})
  const client = new Client(server.url, {
    connect: (options, callback) => void gate.promise.then(() => real(options, callback)),
  })
  cleanUp.push(
    () => server.stop(),
    () => client.destroy(),
  )
  const started: string[] = []
  const begin = (body: string, signal = new AbortController().signal) =>
    exchange(
      client,
      { path: '/', method: 'POST', body },
      { maxBytes: 1000, signal, onStart: () => started.push(body) },
    )
  return { asked, started, begin, open: () => gate.resolve(undefined) }
}

it('a request canceled while connecting is never written, but the next request is', async () => {
  const { asked, started, begin, open } = await setUp()
  const stop = new AbortController()
  const first = begin('given up', stop.signal)
  stop.abort()
  await expect(first).rejects.toThrow('the exchange was given up')
  const next = begin('next')
  open()
  expect(Buffer.from((await next).bytes).toString()).toBe('yes')
  expect([asked, started]).toEqual([['next'], ['next']])
})

it.each([[[]], [['one']], [['one', 'two']], [['one', 'two', 'three']]])(
  'an answer that arrives in the parts %j is read completely',
  async (parts) => {
    const { begin, open } = await setUp(parts)
    open()
    const { status, bytes } = await begin('a')
    expect([status, Buffer.from(bytes).toString()]).toEqual([200, parts.join('')])
  },
)
