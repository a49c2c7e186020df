import { setTimeout as delay } from 'node:timers/promises'
import type { CoreDoor } from '../core/ipc/door.ts'

/**
 * Lets what is being sent come to its end and begins nothing more. Resolves when nothing is on its way, looking ten
 * times a second; rejects when `signal` is aborted.
 */
export const waitUntilIdle = async (
  core: Pick<CoreDoor, 'busy' | 'beginNoMore'>,
  signal?: AbortSignal,
): Promise<void> => {
  core.beginNoMore('closing')
  while (core.busy() !== null) await delay(100, undefined, { signal })
}

/** Closes the core, giving up after `ms`: what must not be lost is on disk before it is ever sent. */
export const closeWithin = async (core: Pick<CoreDoor, 'close'>, ms = 2_000): Promise<void> => {
  const timer = new AbortController()
  const timeout = delay(ms, undefined, { signal: timer.signal, ref: false }).catch(() => undefined)
  try {
    await Promise.race([core.close(), timeout])
  } finally {
    timer.abort()
  }
}
