import {
  contract,
  type ChannelName,
  type ParsedRequestOn,
  type ResponseOn,
} from '#shared/ipc/contract.ts'
import type { Envelope } from '#shared/ipc/envelope.ts'
import { plain } from '#shared/plain.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { z } from 'zod'

export type Routes = {
  readonly [C in ChannelName]: (
    request: ParsedRequestOn<C>,
  ) => Promise<Result<ResponseOn<C>>> | Result<ResponseOn<C>>
}

export const nothing: Result<Record<string, never>> = ok({})
export const orNothing = (result: Result<unknown>): Result<Record<string, never>> =>
  result.ok ? nothing : result

/** Makes a handler from `work`, which cannot fail and returns nothing. */
export const doing =
  <I>(work: (request: I) => void) =>
  (request: I) => {
    work(request)
    return nothing
  }

/** The contract, typed so that the compiler can follow a channel from its name to its answer. */
const requests: {
  readonly [C in ChannelName]: { readonly request: z.ZodType<ParsedRequestOn<C>> }
} = contract
const responses: { readonly [C in ChannelName]: { readonly response: z.ZodType } } = contract

const whereWrong = (error: z.ZodError) =>
  error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.') || '(all)'}: ${issue.message}`)
    .join('; ')

const misunderstood = (details: string) =>
  fail({
    code: 'ipc.invalidRequest',
    message: 'The page asked for something in a form the program does not understand.',
    details,
  })

/** The request in a payload. Zod throws if an object without a prototype stands where a text is checked. */
const requestIn = <C extends ChannelName>(
  channel: C,
  payload: unknown,
): Result<ParsedRequestOn<C>> => {
  try {
    const request = requests[channel].request.safeParse(payload)
    return request.success ? ok(request.data) : misunderstood(whereWrong(request.error))
  } catch (cause) {
    return misunderstood(String(cause))
  }
}

/**
 * Takes an unknown payload and returns an envelope. A payload outside the contract gives
 * `ipc.invalidRequest`, a reply outside it `ipc.invalidReply`. The value arrives identical through
 * both hosts. Throws only for bugs.
 */
export const ask = async <C extends ChannelName>(
  channel: C,
  answer: Routes[C],
  payload: unknown,
): Promise<Envelope> => {
  const request = requestIn(channel, payload)
  if (!request.ok) return request
  const result = await answer(request.value)
  if (!result.ok) return result
  const response = responses[channel].response.safeParse(result.value)
  if (response.success) return { ok: true, value: plain(response.data) }
  return fail({
    code: 'ipc.invalidReply',
    message: 'The program produced an answer that it does not understand itself.',
    details: whereWrong(response.error),
  })
}
