import { createServer } from 'node:http'
import { connect } from 'node:net'
import { listen, type Loopback } from './loopback-server.ts'

/** How the proxy responds to a CONNECT. */
export interface ProxyManner {
  /** The required `user:password`; if null, none is required. */
  readonly signIn: string | null
  /** The status of a refusal; if null, a tunnel is opened. */
  readonly refuse: number | null
  /** Raw text sent before every answer to a CONNECT. */
  readonly before: string
}

export interface ProxyServer extends Loopback {
  /** Host and port of every CONNECT, in order. */
  readonly asked: readonly string[]
  readonly meet: (manner: Partial<ProxyManner>) => void
}

/** A real CONNECT proxy on loopback. Every tunnel ends at `destination`, whatever host was requested. */
export const startProxy = async (destination: string): Promise<ProxyServer> => {
  const asked: string[] = []
  let manner: ProxyManner = {
    signIn: null,
    refuse: null,
    before: '',
  }
  const server = createServer((_request, response) => response.writeHead(400).end())
  server.on('connect', (request, socket, head) => {
    asked.push(request.url ?? '')
    socket.write(manner.before)
    socket.on('error', () => socket.destroy())
    const given = /^Basic (.+)$/.exec(request.headers['proxy-authorization'] ?? '')?.[1] ?? ''
    if (manner.signIn !== null && Buffer.from(given, 'base64').toString('utf8') !== manner.signIn) {
      socket.end(
        `HTTP/1.1 407 Sign in\r\nProxy-Authenticate: Basic realm="office"\r\nContent-Length: 0\r\n\r\n`,
      )
      return
    }
    if (manner.refuse !== null) {
      socket.end(`HTTP/1.1 ${manner.refuse} No\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    const { hostname, port } = new URL(destination)
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.write(head)
      onward.pipe(socket)
      socket.pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('close', () => onward.destroy())
  })
  const loopback = await listen(server)
  return {
    ...loopback,
    asked,
    meet: (next) => {
      manner = { ...manner, ...next }
    },
  }
}
