import { settingsSchema, type Settings } from '#shared/environments/settings.ts'
import { keepsAll } from '#shared/environments/retention.ts'
import { invalidField, ok, type Result } from '#shared/result.ts'
import type { SettingsFile } from '../../platform/ports.ts'

export const defaultSettings: Settings = {
  theme: 'system',
  activeEnvironmentId: 'training',
  onTrackShare: 70,
  rothCatchUp: 'unknown',
  higherCatchUp: 'unknown',
  headlinePercentile: 50,
  cautiousPercentile: 10,
  runOnChange: 'exceptProduction',
  duplicateGuardDays: 30,
  activityYears: 6,
  retention: keepsAll,
  keepParticipantFile: false,
  maskIdentifiers: true,
  lockAfterMinutes: 15,
  offerRecoveryKit: true,
  backupFolder: '',
  backupsKept: 7,
  advisor: { name: '', contact: '' },
  report: { firmName: '', disclosure: '', paper: 'letter' },
}

/**
 * Reads and changes settings as typed values. A missing or invalid value falls back to the firm's
 * value in `provided`, otherwise to its default. Calls `changed` after every change.
 */
export const createSettingsStore = (
  file: SettingsFile,
  changed: () => void = () => undefined,
  provided: Partial<Settings> = {},
) => {
  const fallbacks = { ...defaultSettings, ...provided }
  const { shape } = settingsSchema
  const keys = settingsSchema.keyof().options
  const read = (key: keyof Settings) => {
    const value = file.get(key)
    // Does not parse missing keys, because every row of a list reads the settings, most keys are
    // missing, and a failed parse is slow.
    return value === undefined
      ? fallbacks[key]
      : (shape[key].safeParse(value).data ?? fallbacks[key])
  }
  const get = (): Settings =>
    settingsSchema.parse(Object.fromEntries(keys.map((key) => [key, read(key)])))

  return {
    get,
    unread: () =>
      keys.filter((key) => {
        const value = file.get(key)
        return value !== undefined && !shape[key].safeParse(value).success
      }),
    /** Fails with `input.invalid` and the field, and then changes nothing. */
    change: (patch: {
      readonly [K in keyof Settings]?: Settings[K] | undefined
    }): Result<Settings> => {
      const parsed = settingsSchema.partial().safeParse(patch)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        const field = issue?.path.join('.') ?? ''
        return invalidField(`The setting ${field} was not accepted: ${issue?.message}.`, field)
      }
      for (const [key, value] of Object.entries(parsed.data)) {
        if (value !== undefined) file.set(key, value)
      }
      changed()
      return ok(get())
    },
  }
}
export type SettingsStore = ReturnType<typeof createSettingsStore>
