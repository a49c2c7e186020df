import type { Page } from 'playwright-core'
import type { z } from 'zod'
import { contract, type ChannelName, type ResponseOn } from '#shared/ipc/contract.ts'
import { envelopeSchema } from '#shared/ipc/envelope.ts'
import { unpackParcel } from '#shared/ipc/parcel.ts'
import { ok, type Result } from '#shared/result.ts'
import { asOnScreen, type Asked } from '../screens/as-on-screen.ts'

/** The page's own bridge to main, called like from the page. */
export interface PageBridge {
  readonly call: <C extends ChannelName>(
    channel: C,
    request: Asked<C>,
  ) => Promise<Result<ResponseOn<C>>>
  /** The value of {@link call}; throws with the error's code after a failure. */
  readonly must: <C extends ChannelName>(channel: C, request: Asked<C>) => Promise<ResponseOn<C>>
  /** Calls without waiting for the answer. */
  readonly begin: <C extends ChannelName>(channel: C, request: Asked<C>) => Promise<void>
}

const responses: { readonly [C in ChannelName]: { readonly response: z.ZodType<ResponseOn<C>> } } =
  contract

/** Bytes cannot cross from the test to the page inside a payload, so a file's bytes are made there. */
interface Message {
  readonly channel: string
  readonly payload: unknown
  readonly bytes: { readonly name: string; readonly values: readonly number[] } | null
}

const messageOf = (channel: string, request: object): Message => {
  const binary = Object.entries(request).find(
    (entry): entry is [string, Uint8Array] => entry[1] instanceof Uint8Array,
  )
  return {
    channel,
    payload: request,
    bytes: binary === undefined ? null : { name: binary[0], values: [...binary[1]] },
  }
}

const invokeIn = (page: Page, message: Message): Promise<number[]> =>
  page.evaluate(async ({ channel, payload, bytes }) => {
    const whole =
      bytes === null
        ? payload
        : Object.assign({}, payload, { [bytes.name]: Uint8Array.from(bytes.values) })
    const answer = await window.glidepath?.invoke(channel, whole)
    return answer instanceof Uint8Array ? [...answer] : []
  }, message)

export const bridgeOf = (page: Page): PageBridge => {
  const ask = async <C extends ChannelName>(
    channel: C,
    request: object,
  ): Promise<Result<ResponseOn<C>>> => {
    const parcel = await invokeIn(page, messageOf(channel, request))
    const envelope = envelopeSchema.parse(
      await unpackParcel(Uint8Array.from(parcel), () => Promise.resolve()),
    )
    if (!envelope.ok) return envelope
    return ok(responses[channel].response.parse(envelope.value))
  }
  const main = {
    environments: () => ask('environments.list', {}),
    settings: () => ask('settings.get', {}),
  }
  const call: PageBridge['call'] = async (channel, request) =>
    ask(channel, await asOnScreen(main, channel, request))
  return {
    call,
    must: async (channel, request) => {
      const result = await call(channel, request)
      if (!result.ok) throw new Error(`${channel}: ${result.error.code}: ${result.error.message}`)
      return result.value
    },
    begin: async (channel, request) => {
      const message = messageOf(channel, await asOnScreen(main, channel, request))
      await page.evaluate(({ channel: name, payload }) => {
        void window.glidepath?.invoke(name, payload).catch(() => undefined)
      }, message)
    },
  }
}
