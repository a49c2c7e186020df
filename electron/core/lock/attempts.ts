import type { Clock, SecretStore } from '../platform/ports.ts'

export const attemptsAccount = 'lock/attempts'

const freeTries = 2
const longestWait = 300

/**
 * Seconds to wait after `failures` wrong attempts: none for the first two, then 2, 4, 8 … up to
 * five minutes.
 */
export const waitAfter = (failures: number): number =>
  failures <= freeTries ? 0 : Math.min(longestWait, 2 ** Math.min(20, failures - freeTries))

const parse = (text: string | null) => {
  const match = /^(\d{1,6})@(\d{1,15})$/.exec(text ?? '')
  return { failures: Number(match?.[1] ?? 0), lastAt: Number(match?.[2] ?? 0) }
}

/**
 * Counts wrong passphrases in a row and remembers the time of the last one. Both are stored with
 * the verifier, so that a restart forgets nothing. Attempts that could not be stored still count
 * while the program runs.
 */
export const createAttempts = (store: SecretStore, clock: Clock) => {
  let here = { failures: 0, lastAt: 0 }
  /** The last wrong attempt found in the store, and the monotonic time when it was found. */
  let seen = { lastAt: Number.NaN, monotonic: 0 }

  const latest = async () => {
    const kept = await store.get(attemptsAccount)
    const known = parse(kept.ok ? kept.value : null)
    return known.failures > here.failures ? known : here
  }

  return {
    /** The failures so far, and the seconds until the next attempt is allowed. */
    read: async (): Promise<{ readonly failures: number; readonly waitSeconds: number }> => {
      const { failures, lastAt } = await latest()
      if (seen.lastAt !== lastAt) seen = { lastAt, monotonic: clock.monotonic() }
      // A clock that was set back must not make the wait longer.
      const gone = Math.max(0, clock.now() - lastAt, clock.monotonic() - seen.monotonic) / 1000
      return { failures, waitSeconds: Math.max(0, Math.ceil(waitAfter(failures) - gone)) }
    },
    /** Counts an attempt before it is judged, so that ending the program does not undo it. */
    begin: async () => {
      const { failures } = await latest()
      here = { failures: failures + 1, lastAt: clock.now() }
      seen = { lastAt: here.lastAt, monotonic: clock.monotonic() }
      await store.set(attemptsAccount, `${here.failures}@${here.lastAt}`)
    },
    clear: async () => {
      here = { failures: 0, lastAt: 0 }
      await store.delete(attemptsAccount)
    },
  }
}

export type AttemptCounter = ReturnType<typeof createAttempts>
