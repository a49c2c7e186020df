import './zod-setup.ts'
import {
  inject,
  isReactive,
  isReadonly,
  isRef,
  onScopeDispose,
  toRaw,
  unref,
  type InjectionKey,
} from 'vue'
import type { z } from 'zod'
import type { Bridge } from '#shared/ipc/bridge.ts'
import {
  contract,
  events,
  type ChannelName,
  type EventName,
  type EventPayload,
  type RequestOn,
  type ResponseOn,
} from '#shared/ipc/contract.ts'
import { envelopeSchema } from '#shared/ipc/envelope.ts'
import { plain } from '#shared/plain.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { FirstAnswers } from './first-answers.ts'

/** The only way to reach the main process. */
export interface Client {
  /**
   * Sends a request to main on `channel`. Fails with main's error, with `ipc.disconnected` if the host is gone, or with
   * `ipc.invalidReply` if the reply breaks the contract. Never throws for these.
   */
  readonly call: <C extends ChannelName>(
    channel: C,
    request: RequestOn<C>,
  ) => Promise<Result<ResponseOn<C>>>
  /**
   * Calls `listener` for each `event` until the returned function is called. Drops payloads that break the contract.
   */
  readonly on: <E extends EventName>(
    event: E,
    listener: (payload: EventPayload<E>) => void,
  ) => () => void
  /** Path of a picked or dropped file; empty if the host does not know it. */
  readonly pathOf: (file: File) => string
}

const invalidReply = (channel: string, details: string): Result<never> =>
  fail({
    code: 'ipc.invalidReply',
    message: `The program's answer on ${channel} could not be understood.`,
    details,
  })

/** Unwraps Vue's proxy, because no host can transfer a proxy. */
const withoutProxy = (value: unknown): unknown => {
  if (isRef(value)) return unref(value)
  return isReactive(value) || isReadonly(value) ? toRaw(value) : value
}

/** The contract, typed so that the compiler can follow one channel from its name to its response. */
const responses: { readonly [C in ChannelName]: { readonly response: z.ZodType<ResponseOn<C>> } } =
  contract
const payloads: { readonly [E in EventName]: z.ZodType<EventPayload<E>> } = events

const answerTo = async <C extends ChannelName>(
  channel: C,
  ask: () => Promise<unknown>,
): Promise<Result<ResponseOn<C>>> => {
  let reply: unknown
  try {
    reply = await ask()
  } catch (cause) {
    const details = cause instanceof Error ? cause.message : String(cause)
    return fail({
      code: 'ipc.disconnected',
      message: 'The window lost its connection to the program.',
      details,
    })
  }
  const envelope = envelopeSchema.safeParse(reply)
  if (!envelope.success) return invalidReply(channel, envelope.error.message)
  if (!envelope.data.ok) return fail(envelope.data.error)
  const parsed = responses[channel].response.safeParse(envelope.data.value)
  return parsed.success ? ok(parsed.data) : invalidReply(channel, parsed.error.message)
}

/**
 * A client over `bridge`; tests pass a scripted bridge. Uses the answers that `first` already
 * requested. A failed answer is requested again, because the program may have been locked at that
 * time.
 */
export const createClient = (bridge: Bridge, first?: FirstAnswers): Client => ({
  call: async (channel, request) => {
    const reply = first?.take(channel)
    const answer = reply === undefined ? undefined : await answerTo(channel, () => reply)
    return answer?.ok
      ? answer
      : answerTo(channel, () => bridge.invoke(channel, plain(request, withoutProxy)))
  },
  on: (event, listener) =>
    bridge.on(event, (payload) => {
      const parsed = payloads[event].safeParse(payload)
      if (parsed.success) listener(parsed.data)
    }),
  pathOf: (file) => bridge.pathOf(file),
})

/** Injection key of the client, provided by the application or a test. */
export const clientKey: InjectionKey<Client> = Symbol('client')

/** Injection key of the answers requested before the application started. */
export const firstAnswersKey: InjectionKey<FirstAnswers> = Symbol('first answers')

/** The provided client, for components and stores. */
export const useClient = (): Client => {
  const client = inject(clientKey)
  if (client === undefined) throw new Error('No client is provided')
  return client
}

/** Listens for as long as the calling component or store lives. */
export const useEvent = <E extends EventName>(
  event: E,
  listener: (payload: EventPayload<E>) => void,
): void => {
  onScopeDispose(useClient().on(event, listener))
}

/** Id of a long request, created in the page so that the request can be canceled before main answers. */
export const newJobId = (): string => crypto.randomUUID()
