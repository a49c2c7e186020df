import { createServer as createNetServer, type Socket } from 'node:net'
import type { HttpRequest } from '#electron/core/platform/ports.ts'
import { listen, type Loopback } from '#test/support/servers/loopback-server.ts'

const open: Loopback[] = []

/** Servers that `stopLoopbacks` stops. */
export const track = async (starting: Promise<Loopback>): Promise<Loopback> => {
  const loopback = await starting
  open.push(loopback)
  return loopback
}

/** Call this in `afterEach`. */
export const stopLoopbacks = async (): Promise<void> => {
  await Promise.all(open.splice(0).map((loopback) => loopback.stop()))
}

export const to = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  url: `${url}/rm/v1/express/forecast`,
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer abc' },
  body: '{"ClientId":"ABCD"}',
  timeouts: { connectMs: 500, headersMs: 1000, totalMs: 3000 },
  maxResponseBytes: 1_000_000,
  freshConnection: false,
  ...more,
})

/** A server that sends raw bytes; `onRequest` runs after the whole request has arrived. */
export const raw = (onRequest: (socket: Socket) => void) =>
  track(
    listen(
      createNetServer((socket) => {
        let text = ''
        socket.on('error', () => undefined)
        socket.on('data', (chunk) => {
          text += chunk.toString('latin1')
          if (text.endsWith('{"ClientId":"ABCD"}')) onRequest(socket)
        })
      }),
    ),
  )
