import type { HttpTransport } from '#electron/core/ports.ts'
import { createLate } from '#shared/late.ts'

/**
 * Loads the transport at its first request, because a start sends nothing. If loading fails, the request was not sent,
 * and the next one tries again.
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
        return {
          ok: false,
          failure: {
            phase: 'notSent',
            code: 'service.unreachable',
            message: 'A part of the program that talks to services could not be loaded.',
            details: cause instanceof Error ? cause.name : '',
          },
        }
      }
      if (closed) {
        const message = 'The program is ending, so the call was not made.'
        return {
          ok: false,
          failure: { phase: 'notSent', code: 'job.cancelled', message, details: '' },
        }
      }
      return ready.send(request)
    },
    close: async () => {
      closed = true
      await loaded?.close()
    },
  }
}
