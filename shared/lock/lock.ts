import { z } from 'zod'
import { none } from '../channel.ts'

/** The lock of the program as the page sees it. No schema here returns a passphrase. */

export const lockStateSchema = z.strictObject({
  locked: z.boolean(),
  /** The place of the passphrase's verifier; `unknown` while the keychain does not say. */
  passphrase: z.enum(['none', 'keychain', 'memory', 'unknown']),
  /** Consecutive wrong passphrases. */
  failures: z.int().min(0),
  /** Seconds until the next attempt is checked; 0 for at once. */
  waitSeconds: z.number().min(0),
})
export type LockState = z.infer<typeof lockStateSchema>

/** Long enough to make guessing slow; characters as typed. */
export const shortestPassphrase = 8

/** Incoming. Main checks the length, so that its answer can say what is wrong. */
const passphraseSchema = z.string().max(1000)

export const lockChannels = {
  /** While the program is locked, main answers only these and `app.info`; all others fail with `lock.locked`. */
  'lock.state': { request: none, response: lockStateSchema },
  'lock.unlock': {
    request: z.strictObject({ passphrase: passphraseSchema }),
    response: lockStateSchema,
  },
  /** Fails with `lock.noPassphrase` if none is set. */
  'lock.lock': { request: none, response: lockStateSchema },
  /** Somebody is at the keyboard: restarts the time until the lock. */
  'lock.touch': { request: none, response: none },
  /** `current` is needed if one is already set. */
  'lock.setPassphrase': {
    request: z.strictObject({ current: passphraseSchema, next: passphraseSchema }),
    response: lockStateSchema,
  },
  'lock.removePassphrase': {
    request: z.strictObject({ current: passphraseSchema }),
    response: lockStateSchema,
  },
} as const
