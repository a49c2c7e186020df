import type { SettingsFile } from '#electron/core/platform/ports.ts'

/**
 * A settings file in memory; values are copied through JSON, as when they are written to a file.
 */
export const createMemorySettings = (
  start: Readonly<Record<string, unknown>> = {},
): SettingsFile => {
  const values = new Map<string, unknown>(Object.entries(start))
  return {
    get: (key) => structuredClone(values.get(key)),
    set: (key, value) => {
      if (value === undefined) values.delete(key)
      else values.set(key, structuredClone(value))
    },
  }
}
