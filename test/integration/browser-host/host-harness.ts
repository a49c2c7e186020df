import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { WebSocket } from 'ws'
import { startBrowserServer } from '#electron/browser-host/server.ts'
import type { BrowserServer } from '#electron/browser-host/server.ts'
import { pack, unpack } from '#shared/ipc/pack.ts'
import { createCoreDouble } from '#test/support/doubles/core-double.ts'
import type { CoreDouble } from '#test/support/doubles/core-double.ts'
import { z } from 'zod'

const answerSchema = z.strictObject({ id: z.number(), envelope: z.unknown() })

const eventSchema = z.strictObject({ event: z.string(), payload: z.unknown() })

export interface Host {
  readonly core: CoreDouble
  readonly server: BrowserServer
  readonly log: string[]
  /** Returns a new one-time token. */
  readonly token: () => string
  readonly end: () => Promise<void>
}

/** A real server on a free port, with a one-file page and a core that echoes each request. */
export const startHost = async (): Promise<Host> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'glidepath-host-'))
  const pageDir = path.join(folder, 'renderer')
  await mkdir(pageDir)
  await writeFile(path.join(pageDir, 'index.html'), '<meta nonce="__CSP_NONCE__">the page')
  await writeFile(path.join(folder, 'secret.json'), 'secret')
  const core = createCoreDouble()
  const log: string[] = []
  const write = (text: string): void => void log.push(text)
  const started = await startBrowserServer({
    core,
    logger: { info: write, warn: write, error: write },
    pageDir,
    port: 0,
  })
  if (!started.ok) throw new Error(started.error.message)
  const server = started.value
  return {
    core,
    server,
    log,
    token: () => new URL(server.newUrl()).hash.slice('#token='.length),
    end: async () => {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/**
 * Writes one request to a socket without changes, because a client library would normalize path and
 * headers.
 */
export const ask = (
  port: number,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: target, method, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (body += part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })

export interface Dial {
  readonly protocols: readonly string[]
  readonly origin?: string
  readonly host?: string
  readonly target?: string
}

/** The result of an attempt to connect. */
export type Dialled =
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'closed'; readonly code: number; readonly reason: string }
  | { readonly kind: 'open'; readonly page: Page }

/** The page's end of a connection, with hand-made frames. */
export interface Page {
  readonly key: string
  readonly socket: WebSocket
  readonly protocol: string
  readonly next: () => Promise<unknown>
  /** The next answer, decoded. Events may arrive at any time and are skipped. */
  readonly answer: () => Promise<unknown>
  readonly call: (id: number, channel: string, payload: unknown) => void
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
}

export const dial = (
  port: number,
  { protocols, origin, host, target = '/bridge' }: Dial,
): Promise<Dialled> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${target}`, [...protocols], {
      ...(origin === '' ? {} : { origin: origin ?? `http://127.0.0.1:${port}` }),
      headers: host === undefined ? {} : { host },
    })
    const frames: unknown[] = []
    const readers: ((frame: unknown) => void)[] = []
    const next = (): Promise<unknown> =>
      new Promise((deliver) => {
        if (frames.length > 0) deliver(frames.shift())
        else readers.push(deliver)
      })
    const closed = new Promise<{ code: number; reason: string }>((settle) => {
      socket.on('close', (code, reason) => settle({ code, reason: reason.toString() }))
    })
    socket.on('unexpected-response', (_request, response) => {
      resolve({ kind: 'refused', status: response.statusCode ?? 0 })
      response.destroy()
    })
    socket.on('error', reject)
    socket.on('message', (data) => {
      const frame = unpack(Buffer.isBuffer(data) ? new Uint8Array(data) : new Uint8Array())
      const reader = readers.shift()
      if (reader === undefined) frames.push(frame)
      else reader(frame)
    })
    void closed.then((end) => resolve({ kind: 'closed', ...end }))
    void next().then((frame) => {
      const key = /"key":"([\w-]+)"/.exec(JSON.stringify(frame))?.[1]
      if (key === undefined) return reject(new Error('the first frame holds no key'))
      resolve({
        kind: 'open',
        page: {
          key,
          socket,
          protocol: socket.protocol,
          next,
          answer: async () => {
            let frame = await next()
            while (eventSchema.safeParse(frame).success) frame = await next()
            return answerSchema.parse(frame)
          },
          call: (id, channel, payload) => socket.send(pack({ id, channel, payload })),
          closed,
        },
      })
    })
  })

/** Connects like the page; fails the test if it cannot. */
export const connect = async (host: Host, proof = `token.${host.token()}`): Promise<Page> => {
  const dialled = await dial(host.server.port, { protocols: ['glidepath.v1', proof] })
  if (dialled.kind !== 'open') throw new Error(`not connected: ${JSON.stringify(dialled)}`)
  return dialled.page
}
