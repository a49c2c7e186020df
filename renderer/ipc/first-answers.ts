import type { ChannelName, EventName } from '#shared/ipc/contract.ts'
import type { HostBridge } from './bridge.ts'

/** Requests that every window makes, and those of the usual first screen; none has parameters. */
const always = [
  'lock.state',
  'app.info',
  'settings.get',
  'environments.list',
  'list.all',
] as const satisfies ChannelName[]
const opening = ['participant.examples', 'participant.recents'] as const satisfies ChannelName[]

/** After one of these events an answer may be out of date. */
const changes = [
  'lock.changed',
  'settings.changed',
  'environments.changed',
  'list.progress',
] as const satisfies EventName[]

/**
 * Requests over `bridge` at once what the first screen at `hash` shows, so that main answers while the page still
 * loads. A change event from main ends it.
 */
export const askFirst = (bridge: HostBridge, hash: string) => {
  const asked = ['', '#/', '#/advise'].includes(hash) ? [...always, ...opening] : always
  const replies = new Map<ChannelName, Promise<unknown>>()
  for (const channel of asked) {
    const reply = bridge.invoke(channel, {})
    // The taker gets the failure; an untaken one is ignored.
    reply.catch(() => undefined)
    replies.set(channel, reply)
  }
  /** Gives nothing out any more: later screens ask again. */
  const end = () => {
    replies.clear()
    for (const stop of stops) stop()
  }
  const stops = changes.map((event) => bridge.on(event, end))
  return {
    /**
     * The reply on `channel`, received or pending; undefined if not requested, already taken, or possibly out of date.
     */
    take: (channel: ChannelName) => {
      const reply = replies.get(channel)
      replies.delete(channel)
      return reply
    },
    end,
  }
}

/** Answers requested before any screen asked, each given out once. */
export type FirstAnswers = ReturnType<typeof askFirst>
