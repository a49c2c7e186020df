import { WebSocket, type RawData } from 'ws'
import { z } from 'zod'
import { contract, type ChannelName, type ResponseOn } from '#shared/ipc/contract.ts'
import { envelopeSchema } from '#shared/ipc/envelope.ts'
import { pack, unpack } from '#shared/ipc/pack.ts'
import { ok, type Result } from '#shared/result.ts'
import { asOnScreen } from '../screens/as-on-screen.ts'
import type { PageBridge } from '../desktop/bridge.ts'

const answerSchema = z.strictObject({ id: z.number(), envelope: z.unknown() })

const responses: { readonly [C in ChannelName]: { readonly response: z.ZodType<ResponseOn<C>> } } =
  contract

const bytesOf = (data: RawData): Uint8Array =>
  data instanceof ArrayBuffer
    ? new Uint8Array(data)
    : Uint8Array.from(Array.isArray(data) ? Buffer.concat(data) : data)

/** A second page of the browser host, with the key of an admitted one. */
export const socketBridge = async (
  port: string,
  proof: string,
): Promise<Pick<PageBridge, 'call' | 'must'> & { readonly close: () => void }> => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/bridge`, ['glidepath.v1', proof], {
    origin: `http://127.0.0.1:${port}`,
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const waiting = new Map<number, (envelope: unknown) => void>()
  socket.on('message', (data) => {
    const answer = answerSchema.safeParse(unpack(bytesOf(data)))
    if (answer.success) waiting.get(answer.data.id)?.(answer.data.envelope)
  })
  let last = 0
  const ask = async <C extends ChannelName>(
    channel: C,
    payload: object,
  ): Promise<Result<ResponseOn<C>>> => {
    last += 1
    const answered = new Promise((resolve) => waiting.set(last, resolve))
    socket.send(pack({ id: last, channel, payload }))
    const envelope = envelopeSchema.parse(await answered)
    return envelope.ok ? ok(responses[channel].response.parse(envelope.value)) : envelope
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
    close: () => socket.close(),
  }
}
