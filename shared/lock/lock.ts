import { z } from 'zod'
import { id, none } from '../channel.ts'
import { participantSourceSchema } from '../participant/opened.ts'
import { mostTypedCode } from '../recovery/recovery.ts'

/** The lock of the program as the page sees it. No schema here returns a passphrase. */

export const lockStateSchema = z.strictObject({
  locked: z.boolean(),
  /** Where the passphrase's verifier is; `unknown` while the keychain does not answer. */
  passphrase: z.enum(['none', 'keychain', 'memory', 'unknown']),
  /** Whether the passphrase also encrypts: the keychain alone then does not open what is saved. */
  encrypts: z.boolean(),
  /** Whether the firm asks for that. */
  asked: z.boolean(),
  /**
   * True while a program whose passphrase encrypts is locked and still in memory: it finishes what is under way, and
   * ends. It cannot be unlocked any more; the program that follows it can.
   */
  ending: z.boolean(),
  /** Number of consecutive wrong passphrases. */
  failures: z.int().min(0),
  /** Seconds until the next attempt is allowed; 0 means at once. */
  waitSeconds: z.number().min(0),
})
export type LockState = z.infer<typeof lockStateSchema>

/** What was typed and not sent, as the page hands it to main when the program is locked. */
const typedSchema = z.strictObject({
  /** The screen on show, as a path of the page's router. */
  screen: z.string().max(1000),
  /** Each form's content as JSON, by the form's name. No form of secrets is among them. */
  fields: z.record(z.string().max(200), z.string().max(1_000_000)),
})

export const draftsSchema = typedSchema.extend({
  /** The file that was open, and who of it was on screen; null if none was, or if it cannot be opened again. */
  participant: z
    .strictObject({
      source: participantSourceSchema,
      chosen: z.int().min(0),
      /** SHA-256 of the file's text: a draft is about nobody else. */
      sha256: z.string(),
    })
    .nullable(),
})
export type TypedDrafts = z.infer<typeof draftsSchema>

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
  /** Makes the passphrase encrypt, or stop doing so. Fails with `lock.needsCode` until a recovery code is taken. */
  'lock.encrypt': {
    request: z.strictObject({ current: passphraseSchema, on: z.boolean() }),
    response: lockStateSchema,
  },
  /**
   * Replaces a forgotten passphrase that encrypts, and unlocks. Fails with `records.codeWrong`, and with `input.invalid`
   * and the field `code` or `next`.
   */
  'lock.useCode': {
    request: z.strictObject({ code: z.string().max(mostTypedCode), next: passphraseSchema }),
    response: lockStateSchema,
  },
  /** Seals what was typed, while the program is `ending`; `handle` is the open file, if there is one. */
  'lock.keepDrafts': {
    request: typedSchema.extend({ handle: id.optional() }),
    response: none,
  },
  /** What was typed before the program was locked, once; null if there is nothing. */
  'lock.takeDrafts': {
    request: none,
    response: z.strictObject({ drafts: draftsSchema.nullable() }),
  },
} as const
