import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'

export interface Loopback {
  readonly url: string
  readonly server: NetServer
  readonly stop: () => Promise<void>
}

/** Starts any server on a free port of 127.0.0.1. */
export const listen = (server: NetServer, scheme: 'http' | 'https' = 'http'): Promise<Loopback> =>
  new Promise((resolve, reject) => {
    const sockets = new Set<{ destroy(): unknown }>()
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = isInet(address) ? address.port : 0
      resolve({
        url: `${scheme}://127.0.0.1:${port}`,
        server,
        stop: () =>
          new Promise((done) => {
            server.close(() => done())
            for (const socket of sockets) socket.destroy()
          }),
      })
    })
  })

const isInet = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/** A real HTTP server on loopback. If the handler fails, the connection ends. */
export const serve = (handler: Handler): Promise<Loopback> =>
  listen(
    createServer((request, response) => {
      const handled = async (): Promise<unknown> => handler(request, response)
      handled().catch(() => request.socket.destroy())
    }),
  )

/** The whole body of a request as text. */
export const bodyOf = async (request: IncomingMessage): Promise<string> => {
  request.setEncoding('utf8')
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

export const answerJson = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** An address where no server listens. */
export const refusedUrl = async (): Promise<string> => {
  const closed = await serve(() => undefined)
  await closed.stop()
  return closed.url
}
