import { settingsSchema, type Settings } from '#shared/settings/settings.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { SettingsFile } from '../../ports.ts'

export const defaultSettings: Settings = {
  theme: 'system',
  activeEnvironmentId: 'training',
  onTrackShare: 70,
  headlinePercentile: 50,
  cautiousPercentile: 10,
  runOnChange: 'exceptProduction',
  duplicateGuardDays: 30,
  activityYears: 6,
  maskIdentifiers: true,
  lockAfterMinutes: 15,
  report: { firmName: '', disclosure: '', paper: 'letter' },
}

/** Settings as typed values; each missing or invalid value falls back to its default. */
export interface SettingsStore {
  get(): Settings
  /** Settings whose stored value is invalid; they have their default. */
  unread(): readonly (keyof Settings)[]
  /** Fails with `input.invalid` and the field, and then changes nothing. */
  change(patch: { readonly [K in keyof Settings]?: Settings[K] | undefined }): Result<Settings>
}

/** Calls `changed` after every change. */
export const createSettingsStore = (
  file: SettingsFile,
  changed: () => void = () => undefined,
): SettingsStore => {
  const { shape } = settingsSchema
  const read = <K extends keyof Settings>(
    key: K,
    schema: { safeParse(value: unknown): { data?: Settings[K] } },
  ) => {
    const value = file.get(key)
    return value === undefined
      ? defaultSettings[key]
      : (schema.safeParse(value).data ?? defaultSettings[key])
  }

  const get = (): Settings => ({
    theme: read('theme', shape.theme),
    activeEnvironmentId: read('activeEnvironmentId', shape.activeEnvironmentId),
    onTrackShare: read('onTrackShare', shape.onTrackShare),
    headlinePercentile: read('headlinePercentile', shape.headlinePercentile),
    cautiousPercentile: read('cautiousPercentile', shape.cautiousPercentile),
    runOnChange: read('runOnChange', shape.runOnChange),
    duplicateGuardDays: read('duplicateGuardDays', shape.duplicateGuardDays),
    activityYears: read('activityYears', shape.activityYears),
    maskIdentifiers: read('maskIdentifiers', shape.maskIdentifiers),
    lockAfterMinutes: read('lockAfterMinutes', shape.lockAfterMinutes),
    report: read('report', shape.report),
  })

  return {
    get,
    unread: () =>
      settingsSchema.keyof().options.filter((key) => {
        const value = file.get(key)
        return value !== undefined && !shape[key].safeParse(value).success
      }),
    change: (patch) => {
      const parsed = settingsSchema.partial().safeParse(patch)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        const field = issue?.path.join('.') ?? ''
        const message = `The setting ${field} was not accepted: ${issue?.message}.`
        return fail({ code: 'input.invalid', message, field })
      }
      for (const [key, value] of Object.entries(parsed.data)) {
        if (value !== undefined) file.set(key, value)
      }
      changed()
      return ok(get())
    },
  }
}
