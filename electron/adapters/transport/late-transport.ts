import type { HttpTransport, TransportFailure } from '#electron/core/platform/ports.ts'
import { createLate } from '#shared/late.ts'

const notSent = (code: TransportFailure['code'], message: string, details = '') => ({
  ok: false as const,
  failure: { phase: 'notSent' as const, code, message, details },
})

/**
 * Loads the transport for the first request, because nothing is sent at startup. If loading fails,
 * the request was not sent, and the next request tries again.
 */
export const createLateTransport = (load: () => Promise<HttpTransport>): HttpTransport => {
  let loaded: HttpTransport | null = null
  let closed = false
  const transport = createLate(async () => (loaded = await load()))
  return {
    send: async (request) => {
      let ready: HttpTransport
      try {
        ready = loaded ?? (await transport())
      } catch (cause) {
        return notSent(
          'service.unreachable',
          'A part of the program that talks to services could not be loaded.',
          cause instanceof Error ? cause.name : '',
        )
      }
      return closed
        ? notSent('job.cancelled', 'The program is ending, so the call was not made.')
        : ready.send(request)
    },
    close: async () => {
      closed = true
      await loaded?.close()
    },
  }
}
