import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { listen } from '../../servers/loopback-server.ts'

/** An address outside the program that records everything that arrives there. */
export interface Elsewhere {
  /** `http://127.0.0.1:port`. */
  readonly url: string
  readonly port: number
  /** The first line of each TCP message, and a note for each datagram. */
  readonly arrived: readonly string[]
  readonly stop: () => Promise<void>
}

export const startElsewhere = async (): Promise<Elsewhere> => {
  const arrived: string[] = []
  const tcp = await listen(
    createServer((socket) => {
      arrived.push('a connection')
      socket.on('data', (bytes) => arrived.push(bytes.toString('latin1').split('\r\n', 1).join()))
      socket.on('error', () => undefined)
    }),
  )
  const port = Number(new URL(tcp.url).port)
  const udp = createSocket('udp4')
  udp.on('message', () => arrived.push('a datagram'))
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve))
  return {
    url: tcp.url,
    port,
    arrived,
    stop: async () => {
      await new Promise<void>((resolve) => udp.close(resolve))
      await tcp.stop()
    },
  }
}
