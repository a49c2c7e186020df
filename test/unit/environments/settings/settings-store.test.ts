import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openConfSettings } from '#electron/adapters/settings/conf-settings.ts'
import {
  createSettingsStore,
  defaultSettings,
} from '#electron/core/environments/settings/settings-store.ts'
import { AppFailure } from '#shared/app-failure.ts'
import { createMemorySettings } from '#test/support/doubles/memory-settings.ts'

describe('settings', () => {
  it('are at first the defaults', () => {
    expect(createSettingsStore(createMemorySettings()).get()).toEqual(defaultSettings)
  })

  it('are stored only if they were changed', () => {
    const store = createSettingsStore(createMemorySettings())
    expect(store.change({ theme: 'dark', onTrackShare: 80 })).toEqual({
      ok: true,
      value: { ...defaultSettings, theme: 'dark', onTrackShare: 80 },
    })
    expect(store.get()).toEqual({ ...defaultSettings, theme: 'dark', onTrackShare: 80 })
  })

  it('are not changed by an invalid value, and the error names the field', () => {
    const store = createSettingsStore(createMemorySettings())
    expect(store.change({ theme: 'light', onTrackShare: 1000 })).toMatchObject({
      ok: false,
      error: { code: 'input.invalid', field: 'onTrackShare' },
    })
    expect(store.get()).toEqual(defaultSettings)
  })

  it('have their default for each key whose stored value is invalid', () => {
    const file = createMemorySettings({
      theme: 'sepia',
      onTrackShare: '80',
      headlinePercentile: 25,
      later: { a: 1 },
    })
    expect(createSettingsStore(file).get()).toEqual({ ...defaultSettings, headlinePercentile: 25 })
  })
})

describe('the settings file', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'settings-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('persists after the program ends and is readable only by its owner', () => {
    createSettingsStore(openConfSettings(folder).file).change({ theme: 'dark' })
    expect(createSettingsStore(openConfSettings(folder).file).get().theme).toBe('dark')
    expect(statSync(join(folder, 'settings.json')).mode & 0o777).toBe(0o600)
  })

  it('is used as last read while it cannot be read', async () => {
    const { file } = openConfSettings(folder)
    createSettingsStore(file).change({ theme: 'dark' })
    expect(createSettingsStore(file).get().theme).toBe('dark')
    const path = join(folder, 'settings.json')
    renameSync(path, `${path}.away`)
    // Reading a folder fails, just as reading a file does while another program has locked it.
    mkdirSync(path)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(createSettingsStore(file).get().theme).toBe('dark')
    rmdirSync(path)
    renameSync(`${path}.away`, path)
    expect(createSettingsStore(file).change({ theme: 'light' })).toMatchObject({
      ok: true,
      value: { theme: 'light' },
    })
  })

  it('is not changed if it is damaged while the program runs, which is reported with its own message', () => {
    const { file } = openConfSettings(folder)
    const path = join(folder, 'settings.json')
    writeFileSync(path, '{"theme": "dark"')
    const said =
      'The settings file was damaged while the program was running, so no setting was changed.'
    expect(() => createSettingsStore(file).change({ theme: 'light' })).toThrow(said)
    expect(() => file.get('never read before')).toThrow(said)
    expect(readFileSync(path, 'utf8')).toBe('{"theme": "dark"')
  })

  it.each(['{"theme": "dark"', '', '[1,2]', 'null', '\u0000\u0001'])(
    'is set aside if it is damaged: %j',
    (text) => {
      writeFileSync(join(folder, 'settings.json'), text)
      const { file, warnings } = openConfSettings(folder, Date.UTC(2026, 10, 20))
      expect(createSettingsStore(file).get()).toEqual(defaultSettings)
      const [kept] = readdirSync(folder).filter((name) => name.startsWith('settings.damaged-'))
      expect(kept).toBe('settings.damaged-2026-11-20T00-00-00.000Z.json')
      expect(readFileSync(join(folder, String(kept)), 'utf8')).toBe(text)
      expect(warnings).toEqual([expect.stringContaining(String(kept))])
      expect(createSettingsStore(file).change({ theme: 'light' }).ok).toBe(true)
    },
  )
  it('is set aside if it is a folder', () => {
    mkdirSync(join(folder, 'settings.json'))
    const { file, warnings } = openConfSettings(folder)
    expect(warnings).toEqual([expect.stringContaining('The settings file was damaged.')])
    expect(createSettingsStore(file).change({ theme: 'light' }).ok).toBe(true)
  })

  it('stays in place if it may be intact but cannot be read, which is reported', () => {
    const path = join(folder, 'settings.json')
    symlinkSync(path, path)
    expect(() => openConfSettings(folder)).toThrow(AppFailure)
    expect(() => openConfSettings(folder)).toThrow(
      `The settings file ${path} cannot be read (ELOOP).`,
    )
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })
})
