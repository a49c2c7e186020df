import { z } from 'zod'
import { firmLawSchema } from '../law/firm-law.ts'
import { advisorSchema, reportSettingsSchema } from '../report/report-settings.ts'

import { knownSchema } from '../savings/saving-year.ts'

/** Settings, and the state of the program itself. */

const id = z.string().min(1)

const keychainStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('system') }),
  z.strictObject({
    kind: z.literal('memory'),
    reason: z.enum(['moduleMissing', 'unavailable', 'locked', 'timeout']),
    /** One sentence that names the missing piece, to follow "Kept until Glidepath closes, because …". */
    message: z.string(),
  }),
])
export type KeychainState = z.infer<typeof keychainStateSchema>

export const settingsSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  activeEnvironmentId: id,
  /** The goal as a share of salary, percent, if neither advisor nor service gives one. This is our own rule. */
  onTrackShare: z.number().min(1).max(200),
  /** Whether plans take Roth catch-up contributions; no file says so. */
  rothCatchUp: knownSchema,
  /** Whether plans offer the higher catch-up of ages 60 to 63; no file says so. */
  higherCatchUp: knownSchema,
  /** Percentile that stands for average markets. */
  headlinePercentile: z.number().min(0).max(100),
  /** Percentile that stands for poor markets; good markets use its mirror. The verdict is based on poor markets. */
  cautiousPercentile: z.number().min(0).max(49),
  /** Environments in which a forecast runs automatically after its inputs changed. */
  runOnChange: z.enum(['exceptProduction', 'always', 'never']),
  /** The same submission within this many days needs a reason; 0 never asks. */
  duplicateGuardDays: z.int().min(0).max(3650),
  /** Years of the activity log to keep; older ones are removed as whole years. */
  activityYears: z.int().min(1).max(100),
  /** Whether a receipt shows only the last four characters of identifiers until somebody asks for all of them. */
  maskIdentifiers: z.boolean(),
  /** Minutes without input until the program locks, if a passphrase is set; 0 means never. */
  lockAfterMinutes: z.int().min(0).max(1440),
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
  /** Whether saved results survive the end of the program, and if not, why. */
  savedRecords: z.strictObject({ persistent: z.boolean(), message: z.string() }),
  maxParticipantBytes: z.int(),
  /** Sentences about settings or start options that could not be used; absent if there are none. */
  notices: z.array(z.string()).optional(),
  /** The law of later years from the firm's provisioning file; absent if there is none. */
  firmLaw: firmLawSchema.optional(),
  /** Sentences about the computer's clock if it is probably wrong; otherwise absent or empty. */
  clock: z.string().optional(),
})
export type AppInfo = z.infer<typeof appInfoSchema>
