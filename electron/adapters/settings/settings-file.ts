import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { SettingsFile } from '#electron/core/platform/ports.ts'
import { isObject } from '#shared/is-object.ts'
import { AppFailure } from '#shared/app-failure.ts'
import { codeOf, diskFailure } from '../files/disk-failure.ts'

/** Options for electron-store and conf. The file holds settings only: no participant data, no secrets. */
const storeOptions = {
  configFileMode: 0o600,
  clearInvalidConfig: false,
  accessPropertiesByDotNotation: false,
} as const

export const settingsName = 'settings'
const pathIn = (dataDir: string) => join(dataDir, `${settingsName}.json`)

/** The settings in a file's text; null if it is not a JSON object. */
const settingsIn = (text: string): object | null => {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Null if there is no file; a folder at `path` counts as an empty file. */
const textOf = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'ENOENT') return null
    if (code === 'EISDIR') return ''
    if (code === '') throw cause
    throw new AppFailure({
      code: 'input.invalid',
      message: `The settings file ${path} cannot be read (${code}).`,
      advice: 'Let your account read it, or move it away, and start again.',
    })
  }
}

/**
 * Renames a settings file that is not a JSON object to `settings.damaged-<time>.json`, so that the
 * program starts with defaults and nothing is lost. Returns a sentence if it renamed the file,
 * otherwise `null`. A file that cannot be read may be intact, so it is not renamed, and the start
 * fails.
 *
 * @throws AppFailure with a sentence for the user
 */
const setDamagedAside = (dataDir: string, now: number) => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = pathIn(dataDir)
  const text = textOf(path)
  if (text === null || settingsIn(text) !== null) return null
  const kept = `${settingsName}.damaged-${new Date(now).toISOString().replaceAll(':', '-')}.json`
  renameSync(path, join(dataDir, kept))
  return `The settings file was damaged. It is kept as ${kept}, and the program starts with its defaults.`
}

/**
 * One setting from the file, before the store is loaded. Undefined if the setting is missing or the file is unreadable.
 */
export const peekSetting = (dataDir: string, key: string): unknown => {
  try {
    const settings = settingsIn(textOf(pathIn(dataDir)) ?? '')
    return settings === null ? undefined : Reflect.get(settings, key)
  } catch {
    return undefined
  }
}

interface KeyValueStore {
  get(key: string): unknown
  set(key: string, value: unknown): void
  delete(key: string): void
}

/** The store leaves a file that is not JSON unchanged. */
const damagedMeanwhile = (cause: SyntaxError) =>
  new AppFailure(
    {
      code: 'internal',
      message:
        'The settings file was damaged while the program was running, so no setting was changed.',
      advice: 'Start Glidepath again: it sets the damaged file aside and begins with its defaults.',
      details: cause.name,
    },
    { cause },
  )

/**
 * How long the values from one read are used for all keys, in milliseconds, because the store reads
 * the whole file for each key.
 */
const freshMs = 250

/**
 * The settings port on top of a store such as conf; setting `undefined` removes the key. Throws an
 * `AppFailure` if the disk does not accept a value. While the file is unreadable, for example
 * because a virus scanner has it open, the last values read apply.
 */
const overStore = (store: KeyValueStore): SettingsFile => {
  const known = new Map<string, { readonly value: unknown; readonly readAt: number }>()
  return {
    get: (key) => {
      const now = performance.now()
      const kept = known.get(key)
      if (kept && now - kept.readAt < freshMs) return kept.value
      try {
        const value = store.get(key)
        known.set(key, { value, readAt: now })
        return value
      } catch (cause) {
        if (kept) return kept.value
        throw cause instanceof SyntaxError ? damagedMeanwhile(cause) : cause
      }
    },
    set: (key, value) => {
      try {
        if (value === undefined) store.delete(key)
        else store.set(key, value)
      } catch (cause) {
        throw cause instanceof SyntaxError
          ? damagedMeanwhile(cause)
          : new AppFailure(diskFailure(`setting ${key}`, cause), { cause })
      } finally {
        known.delete(key)
      }
    },
  }
}

export interface OpenedSettings {
  readonly file: SettingsFile
  /**
   * Sentences about problems that were repaired when the settings were opened, for the screen and
   * the log.
   */
  readonly warnings: readonly string[]
}

/** `open` makes the store; it is called after a damaged file was renamed. */
export const openSettings = (
  dataDir: string,
  now: number,
  open: (options: typeof storeOptions & { readonly cwd: string }) => KeyValueStore,
): OpenedSettings => {
  const warning = setDamagedAside(dataDir, now)
  const file = overStore(open({ ...storeOptions, cwd: dataDir }))
  return { file, warnings: warning === null ? [] : [warning] }
}
