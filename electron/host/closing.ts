import { setTimeout as delay } from 'node:timers/promises'
import type { CoreDoor, RestReason } from '../core/platform/door.ts'

/**
 * Lets the work under way finish and starts no new work. Resolves once nothing is under way, which
 * it checks ten times a second; rejects if `signal` is aborted.
 */
export const waitUntilIdle = async (
  core: Pick<CoreDoor, 'busy' | 'beginNoMore'>,
  { signal, why = 'closing' }: { readonly signal?: AbortSignal; readonly why?: RestReason } = {},
): Promise<void> => {
  core.beginNoMore(why)
  while (core.busy() !== null) await delay(100, undefined, { signal })
}

/** Closes the core, but gives up after `ms`, because everything important is already on disk. */
export const closeWithin = async (core: Pick<CoreDoor, 'close'>, ms = 2_000): Promise<void> => {
  const timer = new AbortController()
  const timeout = delay(ms, undefined, { signal: timer.signal, ref: false }).catch(() => undefined)
  try {
    await Promise.race([core.close(), timeout])
  } finally {
    timer.abort()
  }
}
