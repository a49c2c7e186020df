import type { IncomingMessage, ServerResponse } from 'node:http'
import { newNonce, type PageFiles } from '../host/page-files.ts'
import type { Proof } from './page-keys.ts'

/** The only subprotocol that the server ever chooses, so that it never echoes a secret. */
export const bridgeProtocol = 'glidepath.v1'
export const bridgePath = '/bridge'

/**
 * True if a request is meant for this server and comes from its own page. It must have the exact
 * Host (against DNS rebinding) and the same Origin, which every WebSocket request sends.
 */
export const isFromOurPage = (
  request: IncomingMessage,
  port: number,
  originRequired: boolean,
): boolean => {
  const { host, origin } = request.headers
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return false
  return origin === undefined ? !originRequired : origin === `http://${host}`
}

/** The requested path, still encoded. */
export const pathOf = (request: IncomingMessage): string =>
  /^[^?#]*/.exec(request.url ?? '')?.[0] ?? ''

/**
 * Finds the proof, `token.…` or `key.…`, among the offered subprotocols. A browser's WebSocket has
 * no other way to send a secret.
 */
export const proofOf = (request: IncomingMessage): Proof | null => {
  const offered = (request.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((name) => name.trim())
  if (!offered.includes(bridgeProtocol)) return null
  for (const name of offered) {
    const match = /^(token|key)\.([\w-]{1,200})$/.exec(name)
    if (match?.[2] !== undefined)
      return { kind: match[1] === 'token' ? 'token' : 'key', value: match[2] }
  }
  return null
}

const refuse = (response: ServerResponse, status: number, text: string) => {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(`${text}\n`)
}

/** Answers one HTTP request with a file of the page, or refuses it. Never rejects. */
export const answerRequest = async (
  request: IncomingMessage,
  response: ServerResponse,
  pages: PageFiles,
  port: number,
): Promise<void> => {
  if (!isFromOurPage(request, port, false))
    return refuse(response, 403, 'This address is only for Glidepath.')
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(response, 405, 'Only GET is answered here.')
  const { status, headers, body } = await pages.respond(pathOf(request), newNonce())
  response.writeHead(status, { ...headers, 'content-length': body.byteLength })
  response.end(request.method === 'HEAD' ? undefined : body)
}
