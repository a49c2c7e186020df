import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createUndiciTransport } from '#electron/adapters/transport/undici-transport.ts'
import { listen } from '#test/support/servers/loopback-server.ts'
import { stopLoopbacks, to, track } from './transport-house.ts'

const transport = createUndiciTransport()
afterEach(stopLoopbacks)
afterAll(() => transport.close())

const json = '{"OptOutResult":{"Success":true,"TransactionId":"T1"}}'

const answering = async (head: readonly string[], body: Buffer | string) => {
  const { url } = await track(
    listen(
      createServer((socket) => {
        socket.on('error', () => undefined)
        socket.once('data', () => {
          socket.write(['HTTP/1.1 200 OK', ...head, '', ''].join('\r\n'))
          socket.end(body)
        })
      }),
    ),
  )
  return transport.send(to(url, { freshConnection: true }))
}

const length = `Content-Length: ${json.length}`
const wide = Buffer.from(`\uFEFF${json}`, 'utf16le')
const packed = gzipSync(json)

test.each<[string, readonly string[], Buffer | string]>([
  ['announced in an encoding that is none', [length, 'Content-Encoding: UTF-8'], json],
  ['announced as gzip, but plain', [length, 'Content-Encoding: gzip'], json],
  ['gzip, but announced as plain', [`Content-Length: ${packed.length}`], packed],
  ['UTF-16 with a byte order mark', [`Content-Length: ${wide.length}`], wide],
  [
    'with 20 KB of cookies',
    [length, ...Array.from({ length: 10 }, () => `Set-Cookie: a=${'x'.repeat(2000)}`)],
    json,
  ],
])('reads a whole answer that is %s', async (_kind, head, body) => {
  expect(await answering(head, body)).toMatchObject({
    ok: true,
    response: { status: 200, text: json },
  })
})
