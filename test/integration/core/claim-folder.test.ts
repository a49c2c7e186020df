import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { claimFolder, makeFolder } from '#electron/host/claim-folder.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'

/** Tests which data folders can be used, and the message about one that cannot. */

const place = temporaryFolder('claim')

test('a new folder can be claimed only once, and the trial write leaves nothing in it', async () => {
  const folder = path.join(place, 'a', 'b')
  expect(await claimFolder(folder)).toEqual({ ok: true, value: undefined })
  expect(readdirSync(folder)).toEqual(
    process.platform === 'linux' ? ['lock-name', 'lock-socket'] : ['lock-name'],
  )
  expect(await claimFolder(folder)).toMatchObject({
    ok: false,
    error: { message: `Glidepath is already running with the data folder ${folder}.` },
  })
})

test.each([
  ['at the path of the data folder', 'file'],
  ['at the path of its parent folder', 'file/below'],
])('a file %s makes the data folder unusable', (_where, name) => {
  writeFileSync(path.join(place, 'file'), '')
  const folder = path.join(place, name)
  expect(makeFolder(folder)).toMatchObject({
    ok: false,
    error: {
      field: 'data-dir',
      message: `The data folder ${folder} cannot be used: a file is in its place.`,
    },
  })
})

describe.runIf(process.platform !== 'win32' && process.getuid?.() !== 0)(
  'without permission,',
  () => {
    test('a data folder that this account may not write to is refused', () => {
      const folder = path.join(place, 'closed')
      mkdirSync(folder)
      chmodSync(folder, 0o500)
      const made = makeFolder(folder)
      expect(made.ok ? '' : made.error.message).toBe(
        `The data folder ${folder} cannot be used: this account may not read or write there.`,
      )
      expect(existsSync(path.join(folder, 'lock-name'))).toBe(false)
    })
  },
)
