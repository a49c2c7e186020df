import { z } from 'zod'
import { channel, id, madeFile } from '../channel.ts'
import { backupViewSchema, mergePreviewSchema } from './backup.ts'

const chosen = {
  /** Name of a backup in the chosen folder. */
  name: z.string().min(1).max(200),
  /** The recovery code, for a backup whose key is not in the keychain; otherwise empty. */
  code: z.string().max(500),
}

/** Maximum size of a `.glidepath` file that the program reads or writes, bytes. */
export const maxResultsFileBytes = 64 * 1024 * 1024
export const mostResults = 20_000

const passphrase = z.string().max(1000)
const resultsFile = { bytes: z.instanceof(Uint8Array), passphrase }

export const backupChannels = {
  'backup.get': channel({}, backupViewSchema),
  /** Asks for the folder in the host's dialog; unchanged if the user cancels. */
  'backup.pickFolder': channel({}, backupViewSchema),
  /** An empty folder stops backups. Any other path is accepted only if the host has no dialog. */
  'backup.setFolder': channel({ folder: z.string().max(4000) }, backupViewSchema),
  'backup.make': channel({}, backupViewSchema),
  'backup.preview': channel(chosen, mergePreviewSchema),
  'backup.restore': channel(chosen, mergePreviewSchema),
  /**
   * Saved results as a `.glidepath` file: those with these ids, or all if `ids` is null. Sealed unless the passphrase
   * is empty.
   */
  'results.export': channel({ ids: z.array(id).max(mostResults).nullable(), passphrase }, madeFile),
  'results.preview': channel(resultsFile, mergePreviewSchema),
  'results.import': channel(resultsFile, mergePreviewSchema),
  /** Whether a `.glidepath` file asks for a passphrase. Fails for any other file. */
  'results.isSealed': channel(
    { head: z.instanceof(Uint8Array) },
    z.strictObject({ isSealed: z.boolean() }),
  ),
} as const
