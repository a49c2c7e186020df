import { z } from 'zod'
import { none } from '../channel.ts'

/** The lock of the program as the page sees it. No schema here gives a passphrase back. */

export const lockStateSchema = z.strictObject({
  locked: z.boolean(),
  /** Where the passphrase's verifier is; `unknown` while the keychain does not say. */
  passphrase: z.enum(['none', 'keychain', 'memory', 'unknown']),
  /** Wrong ones in a row. */
  failures: z.number().int().min(0),
  /** Seconds until the next one is looked at; 0 for at once. */
  waitSeconds: z.number().min(0),
})
export type LockState = z.infer<typeof lockStateSchema>

/** Long enough that guessing takes long; counted in characters as typed. */
export const shortestPassphrase = 8

/** On its way in. Its length is judged by main, with an answer that says what is wrong. */
export const passphraseSchema = z.string().max(1000)

export const lockChannels = {
  /** While the program is locked, main answers on these and on `app.info` alone; everything else fails with `lock.locked`. */
  'lock.state': { request: none, response: lockStateSchema },
  'lock.unlock': {
    request: z.strictObject({ passphrase: passphraseSchema }),
    response: lockStateSchema,
  },
  /** Fails with `lock.noPassphrase` where none is set. */
  'lock.lock': { request: none, response: lockStateSchema },
  /** Somebody is at the keyboard: the time until the lock begins anew. */
  'lock.touch': { request: none, response: none },
  /** `current` is needed where one is set already. */
  'lock.setPassphrase': {
    request: z.strictObject({ current: passphraseSchema, next: passphraseSchema }),
    response: lockStateSchema,
  },
  'lock.removePassphrase': {
    request: z.strictObject({ current: passphraseSchema }),
    response: lockStateSchema,
  },
} as const
