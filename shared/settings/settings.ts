import { z } from 'zod'
import { reportSettingsSchema } from '../report/report-settings.ts'

/** Settings, and the state of the program itself. */

const id = z.string().min(1)

const keychainStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('system') }),
  z.strictObject({
    kind: z.literal('memory'),
    reason: z.enum(['moduleMissing', 'unavailable', 'locked', 'timeout']),
    /** One sentence with the missing piece, fit to follow "Kept until Glidepath closes, because …". */
    message: z.string(),
  }),
])
export type KeychainState = z.infer<typeof keychainStateSchema>

export const settingsSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  activeEnvironmentId: id,
  /** Income is enough from this share of salary, percent, where neither advisor nor service names a need. A rule of ours. */
  onTrackShare: z.number().min(1).max(200),
  /** Percentile that stands for typical markets. */
  headlinePercentile: z.number().min(0).max(100),
  /** Percentile that stands for poor markets; good ones mirror it. The verdict is about these. */
  cautiousPercentile: z.number().min(0).max(49),
  /** Where a forecast runs by itself once what it is run with has changed. */
  runOnChange: z.enum(['exceptProduction', 'always', 'never']),
  /** The same submission within this many days needs a reason; 0 never asks. */
  duplicateGuardDays: z.number().int().min(0).max(3650),
  /** Years that the activity log is kept; whole years of it go after that. */
  activityYears: z.number().int().min(1).max(100),
  /** Whether a receipt hides all but the last four characters of identifiers until somebody asks to see them. */
  maskIdentifiers: z.boolean(),
  /** Without input for this long the program locks, where a passphrase is set; 0 never. */
  lockAfterMinutes: z.number().int().min(0).max(1440),
  /** What stands on clients' reports. */
  report: reportSettingsSchema,
})
export type Settings = z.infer<typeof settingsSchema>

export const appInfoSchema = z.strictObject({
  version: z.string(),
  host: z.enum(['desktop', 'browser']),
  platform: z.string(),
  dataDir: z.string(),
  keychain: keychainStateSchema,
  /** Whether saved results outlive the program, and if not, why. */
  savedRecords: z.strictObject({ persistent: z.boolean(), message: z.string() }),
  maxParticipantBytes: z.number().int(),
  /** What of the settings, or of what the program was started with, cannot be used, in sentences; absent: all can. */
  notices: z.array(z.string()).optional(),
  /** Sentences on the computer's clock where it can hardly be right; absent or empty: it may be. */
  clock: z.string().optional(),
})
export type AppInfo = z.infer<typeof appInfoSchema>
