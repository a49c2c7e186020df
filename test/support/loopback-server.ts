import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'

export interface Loopback {
  readonly url: string
  readonly server: NetServer
  stop(): Promise<void>
}

/** Puts any server on a free port of 127.0.0.1. */
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

/** A real HTTP server on loopback. */
export const serve = (listener: RequestListener): Promise<Loopback> => {
  const server: Server = createServer(listener)
  return listen(server)
}

/** The whole body of a request as text. */
export const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

export const answerJson = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** An address on which nothing listens. */
export const refusedUrl = async (): Promise<string> => {
  const { url, stop } = await serve(() => undefined)
  await stop()
  return url
}
