import type { ChannelName, EventName } from '#shared/ipc/contract.ts'
import type { HostBridge } from './bridge.ts'

/** Answers that were asked for before there was a screen to ask for them, each given out once. */
export interface FirstAnswers {
  /** The reply on `channel`, there or on its way; undefined where it was not asked, is taken, or may be out of date. */
  readonly take: (channel: ChannelName) => Promise<unknown> | undefined
  /** Nothing is given out any more: what a later screen asks, it asks anew. */
  readonly end: () => void
}

/** What the window asks in any case, and what its usual first screen asks; each with nothing to say. */
const always = [
  'lock.state',
  'app.info',
  'settings.get',
  'environments.list',
  'list.all',
] as const satisfies ChannelName[]
const opening = ['participant.examples', 'participant.recents'] as const satisfies ChannelName[]

/** After one of these an answer may be out of date. */
const changes = [
  'lock.changed',
  'settings.changed',
  'environments.changed',
  'list.progress',
] as const satisfies EventName[]

/**
 * Asks over `bridge` at once what the first screen at `hash` shows, so that main answers while the page is still getting
 * ready. A change that main tells ends it.
 */
export const askFirst = (bridge: HostBridge, hash: string): FirstAnswers => {
  const asked = ['', '#/', '#/advise'].includes(hash) ? [...always, ...opening] : always
  const replies = new Map<ChannelName, Promise<unknown>>()
  for (const channel of asked) {
    const reply = bridge.invoke(channel, {})
    // Whoever takes it gets the failure; where nobody does, it is none.
    reply.catch(() => undefined)
    replies.set(channel, reply)
  }
  const end = (): void => {
    replies.clear()
    for (const stop of stops) stop()
  }
  const stops = changes.map((event) => bridge.on(event, end))
  return {
    take: (channel) => {
      const reply = replies.get(channel)
      replies.delete(channel)
      return reply
    },
    end,
  }
}
