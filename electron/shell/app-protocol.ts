import { protocol, type Session } from 'electron'
import { newNonce, type PageFiles } from '../host/page-files.ts'
import { securityHeaders } from '../host/page-headers.ts'
import { appScheme, isAppUrl } from './origin.ts'

/** Makes `app:` a secure scheme with its own origin. Call this before the application is ready. */
export const registerAppScheme = (): void => {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
}

/** Wraps the bytes in a stream, because a response made from the bytes would copy them. */
const inOnePiece = (bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start: (controller) => {
      controller.enqueue(bytes)
      controller.close()
    },
  })

const nothing = (status: 404 | 405) =>
  new Response(null, { status, headers: securityHeaders(newNonce(), []) })

/**
 * Serves the built page to windows of `session` at `app://glidepath/`; any other host or method
 * gets nothing. Every answer has the Content-Security-Policy.
 */
export const serveApp = (session: Session, pages: PageFiles): void => {
  session.protocol.handle(appScheme, async (request) => {
    if (!isAppUrl(request.url)) return nothing(404)
    if (request.method !== 'GET') return nothing(405)
    const { pathname } = new URL(request.url)
    const { status, headers, body } = await pages.respond(pathname, newNonce())
    return new Response(inOnePiece(body), { status, headers })
  })
}
