import type { Page } from 'playwright-core'
import type { z } from 'zod'
import { contract, type ChannelName, type ResponseOn } from '#shared/ipc/contract.ts'
import { envelopeSchema } from '#shared/ipc/envelope.ts'
import { ok, type Result } from '#shared/result.ts'
import { asOnScreen, type Asked } from '../screens/as-on-screen.ts'

/** The page's own bridge to main, called as if from the page. */
export interface PageBridge {
  readonly call: <C extends ChannelName>(
    channel: C,
    request: Asked<C>,
  ) => Promise<Result<ResponseOn<C>>>
  /** The value of {@link call}; throws an error with the code if the request failed. */
  readonly must: <C extends ChannelName>(channel: C, request: Asked<C>) => Promise<ResponseOn<C>>
  /** Sends a request without waiting for the answer. */
  readonly begin: <C extends ChannelName>(channel: C, request: Asked<C>) => Promise<void>
}

const responses: { readonly [C in ChannelName]: { readonly response: z.ZodType<ResponseOn<C>> } } =
  contract

const invokeIn = (page: Page, channel: string, payload: object): Promise<unknown> =>
  page.evaluate((call) => window.glidepath?.invoke(call.channel, call.payload), {
    channel,
    payload,
  })

export const bridgeOf = (page: Page): PageBridge => {
  const ask = async <C extends ChannelName>(
    channel: C,
    request: object,
  ): Promise<Result<ResponseOn<C>>> => {
    const envelope = envelopeSchema.parse(await invokeIn(page, channel, request))
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
      const payload = await asOnScreen(main, channel, request)
      await page.evaluate(
        (call) => {
          void window.glidepath?.invoke(call.channel, call.payload).catch(() => undefined)
        },
        { channel, payload },
      )
    },
  }
}
