import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { clearLeftStages } from '#test/support/desktop/stage/left-stages.ts'

/** A killed run of the desktop tests cannot remove its stage, so the next run removes it. */

test('cleaning up removes only the stages of finished runs and partly downloaded Electron copies', () => {
  const cache = mkdtempSync(path.join(tmpdir(), 'glidepath-cache-'))
  const gone = spawnSync(process.execPath, ['--version']).pid
  const hoursOld: Readonly<Record<string, number>> = {
    [`stage-${gone}-abc123`]: 2,
    [`stage-${gone}-young1`]: 0.5,
    [`stage-${process.pid}-abc123`]: 200,
    'stage-Xa91bZ': 25,
    'stage-Xa91bY': 2,
    'package-Xa91bZ': 25,
    'test-electron-33.2.1': 900,
    'test-electron-33.2.1.Ab3dE9': 25,
    'test-electron-33.2.1.Ab3dE8': 1,
    'something else': 900,
  }
  for (const [name, hours] of Object.entries(hoursOld)) {
    mkdirSync(path.join(cache, name))
    writeFileSync(path.join(cache, name, 'file'), '')
    const then = new Date(Date.now() - hours * 3_600_000)
    utimesSync(path.join(cache, name), then, then)
  }
  clearLeftStages(cache)
  expect(readdirSync(cache).toSorted()).toEqual(
    [
      `stage-${gone}-young1`,
      `stage-${process.pid}-abc123`,
      'stage-Xa91bY',
      'test-electron-33.2.1',
      'test-electron-33.2.1.Ab3dE8',
      'something else',
    ].toSorted(),
  )
  rmSync(cache, { recursive: true })
})
