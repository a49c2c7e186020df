import { isDeepStrictEqual } from 'node:util'
import { settingsSchema, type Settings } from '#shared/environments/settings.ts'

/** What each setting is called in sentences. */
export const settingNames: Readonly<Record<keyof Settings, string>> = {
  theme: 'Colors',
  activeEnvironmentId: 'the environment in use',
  onTrackShare: 'Goal, percent of salary',
  rothCatchUp: 'Plans take Roth catch-up',
  higherCatchUp: 'Plans offer the higher catch-up',
  headlinePercentile: 'Average markets',
  cautiousPercentile: 'Poor markets',
  runOnChange: 'when a forecast runs by itself',
  duplicateGuardDays: 'Ask why when sent again',
  activityYears: 'years of the activity log',
  retention: 'how long results are kept',
  keepParticipantFile: 'Keep the participant’s file',
  maskIdentifiers: 'Mask identifiers on receipts',
  lockAfterMinutes: 'when the lock closes',
  offerRecoveryKit: 'Offer a recovery kit',
  backupFolder: 'Folder for backups',
  backupsKept: 'Backups to keep',
  advisor: 'Your name on receipts and reports',
  report: 'Client reports',
}

/** Names, texts and paths stay out of the activity log. */
const untold: ReadonlySet<keyof Settings> = new Set(['advisor', 'report', 'backupFolder'])

/** What follows a number. */
const units: Partial<Readonly<Record<keyof Settings, string>>> = {
  duplicateGuardDays: ' days',
  lockAfterMinutes: ' minutes',
}

const inWords = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, part]) => `${name} ${String(part)}`)
    .join(', ')
}

/** What `patch` changes, for the activity log: `Colors: light → dark; Client reports`. Empty if nothing. */
export const settingChanges = (
  before: Settings,
  patch: { readonly [K in keyof Settings]?: Settings[K] | undefined },
): string =>
  settingsSchema
    .keyof()
    .options.filter((key) => patch[key] !== undefined)
    .filter((key) => !isDeepStrictEqual(patch[key], before[key]))
    .map((key) =>
      untold.has(key)
        ? settingNames[key]
        : `${settingNames[key]}: ${inWords(before[key])} → ${inWords(patch[key])}${units[key] ?? ''}`,
    )
    .join('; ')
