import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openConfSettings } from '#electron/adapters/settings/conf-settings.ts'
import { peekSetting } from '#electron/adapters/settings/settings-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'glidepath-peek-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a setting is read as the settings store wrote it, without opening the store', () => {
  openConfSettings(folder).file.set('window', { width: 1100, height: 720 })
  expect(peekSetting(folder, 'window')).toEqual({ width: 1100, height: 720 })
  expect(peekSetting(folder, 'theme')).toBeUndefined()
})

test.each(['', '{ "window": ', '[1]', 'null', '"text"'])(
  'no setting is found in a file that contains %j',
  (text) => {
    writeFileSync(path.join(folder, 'settings.json'), text)
    expect(peekSetting(folder, 'window')).toBeUndefined()
  },
)

test('no setting is found in a missing folder', () => {
  expect(peekSetting(path.join(folder, 'none'), 'window')).toBeUndefined()
})
