import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { z } from 'zod'

/** How the SOCKS server responds to a client. */
export interface SocksManner {
  /** The required `user:password`; if null, none is required. */
  readonly signIn: string | null
  /** The reply code of a refusal (RFC 1928, section 6); if null, a connection is made. */
  readonly refuse: number | null
}

export interface SocksServer {
  /** Host and port. */
  readonly address: string
  /** `name:host:port` of every request, or `ip:…` if the client looked up the name itself. */
  readonly asked: readonly string[]
  readonly meet: (manner: SocksManner) => void
  readonly stop: () => Promise<void>
}

const portSchema = z.object({ port: z.number() })

/** Reads exactly this many bytes. */
const take = async (socket: Socket, count: number): Promise<Buffer> => {
  for (;;) {
    const bytes: unknown = socket.read(count)
    if (Buffer.isBuffer(bytes)) return bytes
    await once(socket, 'readable')
  }
}

/**
 * A real SOCKS 5 proxy on loopback (RFC 1928, 1929). Every connection ends at `destination`, whatever was requested.
 */
export const startSocksServer = async (destination: string): Promise<SocksServer> => {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  let manner: SocksManner = { signIn: null, refuse: null }

  const handshake = async (socket: Socket): Promise<boolean> => {
    const [, methods = 0] = await take(socket, 2)
    const offered = await take(socket, methods)
    const wanted = manner.signIn === null ? 0 : 2
    socket.write(Buffer.from([5, offered.includes(wanted) ? wanted : 255]))
    if (!offered.includes(wanted)) return false
    if (manner.signIn === null) return true
    const [, userLength = 0] = await take(socket, 2)
    const user = (await take(socket, userLength)).toString()
    const [passwordLength = 0] = await take(socket, 1)
    const password = (await take(socket, passwordLength)).toString()
    const isRight = `${user}:${password}` === manner.signIn
    socket.write(Buffer.from([1, isRight ? 0 : 1]))
    return isRight
  }

  const serve = async (socket: Socket): Promise<void> => {
    if (!(await handshake(socket))) {
      socket.end()
      return
    }
    const [, , , kind = 0] = await take(socket, 4)
    const length = kind === 3 ? ((await take(socket, 1))[0] ?? 0) : kind === 4 ? 16 : 4
    const host = await take(socket, length)
    const port = (await take(socket, 2)).readUInt16BE()
    asked.push(`${kind === 3 ? `name:${host.toString()}` : `ip:${host.join('.')}`}:${port}`)
    const reply = (code: number) => socket.write(Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]))
    if (manner.refuse !== null) {
      reply(manner.refuse)
      socket.end()
      return
    }
    const to = new URL(destination)
    const onward = connect(Number(to.port), to.hostname, () => {
      reply(0)
      onward.pipe(socket)
      socket.pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('close', () => onward.destroy())
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    serve(socket).catch(() => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = portSchema.parse(server.address())
  return {
    address: `127.0.0.1:${port}`,
    asked,
    meet: (next) => {
      manner = next
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
