import type { ChannelName, EventName } from '#shared/ipc/contract.ts'
import type { HostBridge } from './bridge.ts'

/**
 * Requests that every window makes (`always`), and requests that only the usual first screen makes.
 * None has parameters.
 */
const always = [
  'lock.state',
  'app.info',
  'settings.get',
  'environments.list',
  'list.all',
] as const satisfies ChannelName[]
const opening = ['participant.examples', 'participant.recents'] as const satisfies ChannelName[]

/** After any of these events, an answer may be out of date. */
const changes = [
  'lock.changed',
  'settings.changed',
  'environments.changed',
  'list.progress',
] as const satisfies EventName[]

/**
 * Sends the requests of the first screen at `hash` over `bridge`, so that main answers while the page is still loading.
 * Ends at the first change event from main.
 */
export const askFirst = (bridge: HostBridge, hash: string) => {
  const asked = ['', '#/', '#/advise'].includes(hash) ? [...always, ...opening] : always
  const replies = new Map<ChannelName, Promise<unknown>>()
  for (const channel of asked) {
    const reply = bridge.invoke(channel, {})
    // The code that takes the reply handles its failure. If nothing takes the reply, the failure is
    // ignored.
    reply.catch(() => undefined)
    replies.set(channel, reply)
  }
  /** Stops giving out answers, so that later screens ask again. */
  const end = () => {
    replies.clear()
    for (const stop of stops) stop()
  }
  const stops = changes.map((event) => bridge.on(event, end))
  return {
    /**
     * The received or pending reply on `channel`; undefined if it was not requested, was already
     * taken, or may be out of date.
     */
    take: (channel: ChannelName) => {
      const reply = replies.get(channel)
      replies.delete(channel)
      return reply
    },
    end,
  }
}

/** Answers that were requested before any screen asked for them. Each is given out only once. */
export type FirstAnswers = ReturnType<typeof askFirst>
