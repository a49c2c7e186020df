import { z } from 'zod'
import { none } from '../channel.ts'

/** The lock of the program as the page sees it. No schema here returns a passphrase. */

export const lockStateSchema = z.strictObject({
  locked: z.boolean(),
  /** Where the passphrase's verifier is; `unknown` while the keychain does not answer. */
  passphrase: z.enum(['none', 'keychain', 'memory', 'unknown']),
  /** Number of consecutive wrong passphrases. */
  failures: z.int().min(0),
  /** Seconds until the next attempt is allowed; 0 means at once. */
  waitSeconds: z.number().min(0),
})
export type LockState = z.infer<typeof lockStateSchema>

/** Minimum number of typed characters, so that guessing is slow. */
export const shortestPassphrase = 8

/**
 * A passphrase that the user typed. Main checks the length, so that its answer can say what is
 * wrong.
 */
const passphraseSchema = z.string().max(1000)

export const lockChannels = {
  /**
   * While the program is locked, main answers only these channels and `app.info`; all others fail
   * with `lock.locked`.
   */
  'lock.state': { request: none, response: lockStateSchema },
  'lock.unlock': {
    request: z.strictObject({ passphrase: passphraseSchema }),
    response: lockStateSchema,
  },
  /** Fails with `lock.noPassphrase` if none is set. */
  'lock.lock': { request: none, response: lockStateSchema },
  /** Somebody is at the keyboard, so the time until the lock restarts. */
  'lock.touch': { request: none, response: none },
  /** `current` is needed if a passphrase is already set. */
  'lock.setPassphrase': {
    request: z.strictObject({ current: passphraseSchema, next: passphraseSchema }),
    response: lockStateSchema,
  },
  'lock.removePassphrase': {
    request: z.strictObject({ current: passphraseSchema }),
    response: lockStateSchema,
  },
} as const
