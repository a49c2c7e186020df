import type { Envelope } from '#shared/ipc/envelope.ts'
import { fail, type Result } from '#shared/result.ts'
import type { z } from 'zod'

/** A channel's handler with validation around it: unknown in, envelope out. Throws only for bugs. */
export type Route = (payload: unknown) => Promise<Envelope>

const whereWrong = (error: z.ZodError): string =>
  error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.') || '(all)'}: ${issue.message}`)
    .join('; ')

/**
 * Binds `handler` to a contract entry: what comes in and what goes out are both checked against it. A payload that
 * does not fit is answered with `ipc.invalidRequest`, an answer that does not fit with `ipc.invalidReply`.
 */
export const route =
  <Q extends z.ZodType, S extends z.ZodType>(
    channel: { readonly request: Q; readonly response: S },
    handler: (request: z.output<Q>) => Promise<Result<z.output<S>>> | Result<z.output<S>>,
  ): Route =>
  async (payload) => {
    const request = channel.request.safeParse(payload)
    if (!request.success) {
      return fail({
        code: 'ipc.invalidRequest',
        message: 'The page asked for something in a form the program does not understand.',
        details: whereWrong(request.error),
      })
    }
    const result = await handler(request.data)
    if (!result.ok) return result
    const response = channel.response.safeParse(result.value)
    if (response.success) return { ok: true, value: response.data }
    return fail({
      code: 'ipc.invalidReply',
      message: 'The program produced an answer that it does not understand itself.',
      details: whereWrong(response.error),
    })
  }
