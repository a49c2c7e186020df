import type { RawData, WebSocket } from 'ws'
import { z } from 'zod'
import type { Envelope } from '#shared/ipc/envelope.ts'
import { pack, unpack } from '#shared/ipc/pack.ts'
import { plain } from '#shared/plain.ts'
import type { CoreDoor } from '../core/platform/door.ts'
import type { Logger } from '../core/platform/ports.ts'

/** A request from the page to the host. Every answer repeats the number of its request. */
const callSchema = z.strictObject({
  id: z.int().min(0),
  channel: z.string().min(1).max(100),
  payload: z.unknown(),
})

type HostFrame =
  | { readonly id: number; readonly envelope: Envelope }
  | { readonly event: string; readonly payload: unknown }

/** Close codes of RFC 6455, section 7.4.1. */
const notBinary = 1003
const malformed = 1007
const tooMany = 1008

/** A page with more requests under way than this is broken. */
const maxCallsUnderWay = 200
const pingEveryMs = 15_000

/**
 * Converts to a plain Uint8Array, because its `slice` copies, while a Buffer's `slice` shares
 * memory.
 */
const bytesOf = (data: RawData) => {
  if (data instanceof ArrayBuffer) return new Uint8Array(data)
  const { buffer, byteOffset, byteLength } = Array.isArray(data) ? Buffer.concat(data) : data
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** The request in a frame; null for any other bytes. */
const readCall = (bytes: Uint8Array) => {
  try {
    return callSchema.safeParse(unpack(bytes)).data ?? null
  } catch {
    return null
  }
}

/** Ends a connection when the page stops answering. A page on a laptop that slept reconnects. */
const keepAlive = (socket: WebSocket) => {
  let answered = true
  socket.on('pong', () => {
    answered = true
  })
  const timer = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  }, pingEveryMs)
  timer.unref()
  socket.once('close', () => clearInterval(timer))
}

/**
 * Serves one admitted page and answers its requests in any order. A request continues after the page has gone, but its
 * answer is dropped.
 */
export const serveSocket = (
  socket: WebSocket,
  key: string,
  core: CoreDoor,
  logger: Logger,
): void => {
  let underWay = 0
  const send = (frame: HostFrame): void => {
    if (socket.readyState === socket.OPEN) socket.send(pack(frame))
  }
  const answer = async (id: number, channel: string, payload: unknown) => {
    underWay += 1
    const envelope = await core.router.handle(channel, payload)
    underWay -= 1
    send({ id, envelope })
  }
  socket.on('message', (data, isBinary) => {
    if (!isBinary) return socket.close(notBinary, 'frames are binary')
    const call = readCall(bytesOf(data))
    if (call === null) return socket.close(malformed, 'malformed frame')
    if (underWay >= maxCallsUnderWay) return socket.close(tooMany, 'too many calls at once')
    void answer(call.id, call.channel, call.payload)
  })
  socket.on('error', (cause) => logger.warn(`the page's connection failed: ${cause.name}`))
  socket.once(
    'close',
    core.events.on((event, payload) => send({ event, payload: plain(payload) })),
  )
  keepAlive(socket)
  send({ event: 'bridge.key', payload: { key } })
}
