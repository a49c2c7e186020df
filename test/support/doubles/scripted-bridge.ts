import type { AppError } from '#shared/errors.ts'
import type { Bridge } from '#shared/ipc/bridge.ts'
import {
  contract,
  type ChannelName,
  type EventName,
  type EventPayload,
  type ParsedRequestOn,
  type ResponseOn,
} from '#shared/ipc/contract.ts'
import { plain } from '#shared/plain.ts'
import type { Result } from '#shared/result.ts'

/** Answers a channel with a result, now or later. Throwing an error simulates a missing host. */
export type Script<C extends ChannelName> = (
  request: ParsedRequestOn<C>,
) => Result<ResponseOn<C>> | Promise<Result<ResponseOn<C>>>

/** Scripts by channel; any other channel fails with `internal`. */
export type Scripts = { [C in ChannelName]?: Script<C> }

/**
 * A double of the host for tests of the page: gives scripted answers, records requests, and sends
 * events on demand. A request that violates the contract throws an uncaught error, which fails the
 * run.
 */
export interface ScriptedBridge extends Bridge {
  readonly calls: readonly { readonly channel: string; readonly payload: unknown }[]
  /** Replaces the answers on some channels. */
  readonly script: (scripts: Scripts) => void
  /** Payloads of requests on `channel`, oldest first. */
  readonly asked: (channel: ChannelName) => readonly unknown[]
  readonly emit: <E extends EventName>(event: E, payload: EventPayload<E>) => void
}

/** A script that answers with a failure. */
export const refusal =
  (error: AppError): (() => Result<never>) =>
  () => ({ ok: false, error })

const isChannel = (name: string): name is ChannelName => Object.hasOwn(contract, name)

/** The request after main's validation, as the router passes it on. */
const asMainReads = (channel: string, payload: unknown): unknown => {
  if (!isChannel(channel)) return payload
  const parsed = contract[channel].request.safeParse(payload)
  if (parsed.success) return parsed.data
  queueMicrotask(() => {
    throw new Error(`main refuses this request on ${channel}: ${parsed.error.message}`)
  })
  return payload
}

/** Creates a {@link ScriptedBridge}. */
export const createScriptedBridge = (initial: Scripts): ScriptedBridge => {
  const scripts = new Map<string, (payload: never) => unknown>(Object.entries(initial))
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const calls: { channel: string; payload: unknown }[] = []

  const answer = (channel: string, payload: unknown): unknown => {
    const script: unknown = scripts.get(channel)
    return typeof script === 'function'
      ? Reflect.apply(script, undefined, [payload])
      : { ok: false, error: { code: 'internal', message: `Nothing is scripted on ${channel}.` } }
  }

  return {
    calls,
    invoke: async (channel, payload) => {
      // A value that a real bridge cannot transfer must also fail here.
      const carried: unknown = structuredClone(payload)
      calls.push({ channel, payload: carried })
      return plain(await answer(channel, asMainReads(channel, carried)))
    },
    on: (event, listener) => {
      const set = listeners.get(event) ?? new Set()
      set.add(listener)
      listeners.set(event, set)
      return () => void set.delete(listener)
    },
    pathOf: () => '',
    script: (more) => {
      for (const [channel, script] of Object.entries(more)) scripts.set(channel, script)
    },
    asked: (channel) =>
      calls.filter((call) => call.channel === channel).map((call) => call.payload),
    emit: (event, payload) => listeners.get(event)?.forEach((listener) => listener(payload)),
  }
}
