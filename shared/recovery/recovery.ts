import { z } from 'zod'
import { channel, madeFile, none } from '../channel.ts'

/** The recovery code, which opens saved results without the keychain. */

const recoveryStateSchema = z.strictObject({
  /**
   * `here`: the keychain has the key. `lost`: the keychain works, but has no key for what is saved here. `away`: the
   * keychain cannot be used now.
   */
  key: z.enum(['here', 'lost', 'away']),
  /** Whether there is a code. `made`: shown, but nobody has confirmed having its page; `taken`: confirmed. */
  kit: z.enum(['none', 'made', 'taken']),
  /** Whether to offer a kit: a result outside Training is saved, and no kit was confirmed or declined. */
  offer: z.boolean(),
})
export type RecoveryState = z.infer<typeof recoveryStateSchema>

export const mostTypedCode = 200

export const recoveryChannels = {
  'recovery.state': { request: none, response: recoveryStateSchema },
  /**
   * Makes a code and shows it only this once. It opens saved results from now on; an earlier confirmed code still does.
   */
  'recovery.make': { request: none, response: z.strictObject({ code: z.string() }) },
  /** The page with the code just made, as a PDF file. Fails with `input.invalid` if none was just made. */
  'recovery.page': { request: none, response: madeFile },
  /** Confirms that somebody has the page of the code just made; an earlier code then no longer opens anything. */
  'recovery.take': { request: none, response: recoveryStateSchema },
  /** Opens saved results with a code. Fails with `input.invalid` for a wrong group, and with `records.codeWrong`. */
  'recovery.open': channel({ code: z.string().max(mostTypedCode) }, recoveryStateSchema),
  /** Sets the locked database aside and begins a new one; only while the key is lost. Returns the old one's path. */
  'recovery.startAnew': { request: none, response: z.strictObject({ setAside: z.string() }) },
} as const
