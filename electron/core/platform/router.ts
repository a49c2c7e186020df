import { ask, type Routes } from './route.ts'
import type { CoreDoor } from './door.ts'
import { AppFailure } from '#shared/app-failure.ts'
import type { AppError } from '#shared/errors.ts'
import { contract, type ChannelName } from '#shared/ipc/contract.ts'
import type { Envelope } from '#shared/ipc/envelope.ts'
import { fail } from '#shared/result.ts'
import type { Logger } from './ports.ts'

const unknown: Envelope = fail({
  code: 'ipc.invalidRequest',
  message: 'The page sent an unknown message.',
})

const isChannel = (name: string): name is ChannelName => Object.hasOwn(contract, name)

/** Consulted before a message is handled and before its answer is returned. */
export interface Gate {
  /** Says why `channel` must not be answered now; null if it may be. */
  readonly refusal: (channel: string) => AppError | null
  readonly whenUnlocked: () => Promise<void>
}

/** Answers a message by its route. Never rejects: a bug gives `internal`, and an unknown channel `ipc.invalidRequest`. */
export const answering =
  (routes: Partial<Routes>, logger: Logger) =>
  async (channel: string, payload: unknown): Promise<Envelope> => {
    if (!isChannel(channel)) return unknown
    const route = routes[channel]
    if (!route) return unknown
    try {
      const envelope = await ask(channel, route, payload)
      if (!envelope.ok && envelope.error.code === 'ipc.invalidReply') {
        logger.error(
          `reply on ${channel} does not fit its contract: ${envelope.error.details ?? ''}`,
        )
      }
      return envelope
    } catch (cause) {
      if (cause instanceof AppFailure) return fail(cause.error)
      logger.error(`handler of ${channel} failed`, cause)
      return fail({
        code: 'internal',
        message: 'Something went wrong inside the program.',
        details: cause instanceof Error ? `${channel}: ${cause.name}` : channel,
      })
    }
  }

/**
 * The only way into the core, for every host. While the gate is shut, the router refuses requests, and holds back the
 * answers to earlier requests until the gate opens.
 */
export const createRouter = (routes: Routes, logger: Logger, gate: Gate): CoreDoor['router'] => {
  const answer = answering(routes, logger)

  return {
    handle: async (channel, payload) => {
      const refused = gate.refusal(channel)
      if (refused) return fail(refused)
      const envelope = await answer(channel, payload)
      // If the program was locked during the request, only the person who unlocks it may see the
      // answer.
      while (gate.refusal(channel) !== null) await gate.whenUnlocked()
      return envelope
    },
  }
}
