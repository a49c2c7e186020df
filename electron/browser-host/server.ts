import { createServer, STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { fail, ok, type Result } from '#shared/result.ts'
import type { CoreDoor } from '../core/platform/door.ts'
import { createPageFiles } from '../host/page-files.ts'
import type { Logger } from '../core/platform/ports.ts'
import {
  answerRequest,
  bridgePath,
  bridgeProtocol,
  isFromOurPage,
  pathOf,
  proofOf,
} from './requests.ts'
import { createPageKeys } from './page-keys.ts'
import { serveSocket } from './socket.ts'

/** Maximum size of one frame, bytes; the largest readable participant file fits easily. */
export const maxFrameBytes = 80 * 1024 * 1024

/** Close code for a page whose token was already used, or never valid. */
export const notAdmitted = 4401
/** WebSocket close code for a host that is shutting down (RFC 6455). */
const goingAway = 1001
/** Limits for a refused page: bytes of one frame, and milliseconds to receive the reason. */
const refused = { maxBytes: 1024, patienceMs: 1_000 } as const

interface BrowserServerOptions {
  readonly core: CoreDoor
  readonly logger: Logger
  readonly pageDir: string
  /** 0 means any free port. */
  readonly port: number
  /** Keys of pages that an earlier process admitted. */
  readonly pageKeys?: readonly string[] | undefined
}

export interface BrowserServer {
  readonly port: number
  /** Keys of the admitted pages. */
  pageKeys(): readonly string[]
  /** Returns an address that admits one page, once. */
  newUrl(): string
  readonly entered: Promise<void>
  close(): Promise<void>
}

const listen = (server: Server, port: number): Promise<Result<number>> =>
  new Promise((resolve) => {
    server.once('error', (cause) => {
      const taken = 'code' in cause && cause.code === 'EADDRINUSE'
      const reason = taken ? 'another program uses it' : cause.message
      resolve(
        fail({
          code: 'input.invalid',
          field: 'port',
          message: `Port ${port} on 127.0.0.1 cannot be used: ${reason}.`,
          advice: 'Choose another with --port, or leave it out.',
        }),
      )
    })
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      const address = server.address()
      resolve(ok(typeof address === 'object' && address !== null ? address.port : port))
    })
  })

const refuseUpgrade = (socket: Duplex, status: number) => {
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  )
}

/** Starts the server on 127.0.0.1. Fails with `input.invalid` if the port is unavailable. */
export const startBrowserServer = async (
  options: BrowserServerOptions,
): Promise<Result<BrowserServer>> => {
  const { core, logger, pageDir } = options
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
  })
  const listening = await listen(server, options.port)
  if (!listening.ok) return listening
  const port = listening.value
  const connect = [`ws://127.0.0.1:${port}`, `ws://localhost:${port}`]
  const pages = createPageFiles(pageDir, { connect })
  const pageKeys = createPageKeys(options.pageKeys)
  const entered = Promise.withResolvers<undefined>()
  const webSockets = (maxPayload: number): WebSocketServer =>
    new WebSocketServer({
      noServer: true,
      maxPayload,
      perMessageDeflate: false,
      handleProtocols: () => bridgeProtocol,
    })
  const sockets = webSockets(maxFrameBytes)
  const refusals = webSockets(refused.maxBytes)
  /**
   * Refuses the page over the WebSocket, because a page cannot tell a refused HTTP upgrade from a
   * missing host.
   */
  const turnAway = (opened: WebSocket) => {
    opened.on('error', () => opened.terminate())
    opened.close(notAdmitted, 'the address was used already')
    setTimeout(() => opened.terminate(), refused.patienceMs).unref()
  }
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    if (!isFromOurPage(request, port, true)) return refuseUpgrade(socket, 403)
    if (pathOf(request) !== bridgePath) return refuseUpgrade(socket, 404)
    const proof = proofOf(request)
    if (proof === null) return refuseUpgrade(socket, 401)
    if (!pageKeys.knows(proof)) return refusals.handleUpgrade(request, socket, head, turnAway)
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const key = pageKeys.admit(proof)
      if (key === null) return turnAway(opened)
      entered.resolve(undefined)
      serveSocket(opened, key, core, logger)
      opened.once('close', () => {
        if (sockets.clients.size === 0) core.pageGone()
      })
    })
  }
  server.on('request', (request, response) => void answerRequest(request, response, pages, port))
  server.on('upgrade', upgrade)
  return ok({
    port,
    pageKeys: pageKeys.all,
    entered: entered.promise,
    newUrl: () => `http://127.0.0.1:${port}/#token=${pageKeys.newToken()}`,
    close: () => {
      for (const socket of sockets.clients) socket.close(goingAway, 'Glidepath has ended')
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of refusals.clients) socket.terminate()
      setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate()
        server.closeAllConnections()
      }, 300).unref()
      server.closeIdleConnections()
      return closed
    },
  })
}
