import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '#electron/core/platform/ports.ts'

export const createSystemClock = (): Clock => ({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    signal?.throwIfAborted()
    try {
      await wait(ms, undefined, signal ? { signal } : {})
    } catch (cause) {
      signal?.throwIfAborted()
      throw cause
    }
  },
})
