import { z } from 'zod'
import { firmLawSchema } from '../law/firm-law.ts'
import { retentionSchema } from './retention.ts'
import { advisorSchema, reportSettingsSchema } from '../report/report-settings.ts'

import { knownSchema } from '../savings/saving-year.ts'

/** The program's settings and state. */

const id = z.string().min(1)

const keychainStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('system') }),
  z.strictObject({
    kind: z.literal('memory'),
    reason: z.enum(['moduleMissing', 'unavailable', 'locked', 'timeout']),
    /**
     * Words that name what the keychain lacks, to follow "Kept until Glidepath closes, because …".
     */
    message: z.string(),
  }),
])
export type KeychainState = z.infer<typeof keychainStateSchema>

export const settingsSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  activeEnvironmentId: id,
  /**
   * The goal in percent of salary, if neither the advisor nor the service gives a goal. This is our
   * own rule.
   */
  onTrackShare: z.number().min(1).max(200),
  /** Whether plans accept Roth catch-up contributions, which no file says. */
  rothCatchUp: knownSchema,
  /** Whether plans offer the higher catch-up for ages 60 to 63, which no file says. */
  higherCatchUp: knownSchema,
  /** The percentile that stands for average markets. */
  headlinePercentile: z.number().min(0).max(100),
  /**
   * Percentile that stands for poor markets; good markets use the opposite percentile (100 minus
   * it). The verdict is based on poor markets.
   */
  cautiousPercentile: z.number().min(0).max(49),
  /** The environments in which a forecast runs automatically after its inputs change. */
  runOnChange: z.enum(['exceptProduction', 'always', 'never']),
  /** Repeating a submission within this many days requires a reason; 0 means never. */
  duplicateGuardDays: z.int().min(0).max(3650),
  /** How many years of the activity log to keep; older entries are removed by whole years. */
  activityYears: z.int().min(1).max(100),
  /** How long saved results are kept, by kind. */
  retention: retentionSchema,
  /** Whether the participant's file is kept, sealed, with each forecast. */
  keepParticipantFile: z.boolean(),
  /**
   * True if a receipt shows only the last four characters of an identifier until somebody asks to
   * see all of it.
   */
  maskIdentifiers: z.boolean(),
  /** Minutes without input until the program locks, if a passphrase is set; 0 means never. */
  lockAfterMinutes: z.int().min(0).max(1440),
  /** Whether to offer a recovery kit once a result outside Training is saved. */
  offerRecoveryKit: z.boolean(),
  /** Folder for backups; empty for none. It is chosen in a dialog, or typed where there is none. */
  backupFolder: z.string().max(4000),
  /** How many backups to keep; older ones are removed once a new one is verified. */
  backupsKept: z.int().min(1).max(365),
  /** The advisor as named on receipts and clients’ reports. */
  advisor: advisorSchema,
  /** Content of clients' reports. */
  report: reportSettingsSchema,
})
export type Settings = z.infer<typeof settingsSchema>

export const appInfoSchema = z.strictObject({
  version: z.string(),
  host: z.enum(['desktop', 'browser']),
  platform: z.string(),
  dataDir: z.string(),
  keychain: keychainStateSchema,
  /** Whether saved results are kept after the program closes, and if not, why. */
  savedRecords: z.strictObject({ persistent: z.boolean(), message: z.string() }),
  maxParticipantBytes: z.int(),
  /** Sentences about settings or start options that could not be used; absent if there are none. */
  notices: z.array(z.string()).optional(),
  /** The law for later years from the firm's provisioning file; absent if the file has none. */
  firmLaw: firmLawSchema.optional(),
  /** Sentences about the computer's clock if it is probably wrong; otherwise absent or empty. */
  clock: z.string().optional(),
})
export type AppInfo = z.infer<typeof appInfoSchema>
