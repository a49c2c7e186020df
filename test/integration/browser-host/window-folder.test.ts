import { spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sweepWindowFolders } from '#electron/browser-host/window-folder.ts'

const hours = 60 * 60 * 1000
let parent: string
let ended: number
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'glidepath-sweep-'))
  ended = spawnSync(process.execPath, ['-e', '']).pid
})
afterEach(() => rmSync(parent, { recursive: true }))

const folder = (name: string, ageMs: number): string => {
  const made = path.join(parent, name)
  mkdirSync(path.join(made, 'Default'), { recursive: true })
  writeFileSync(path.join(made, 'Default', 'History'), 'x')
  const then = (Date.now() - ageMs) / 1000
  utimesSync(made, then, then)
  return made
}

test('a killed program’s window folder is removed after a day', async () => {
  const old = folder(`glidepath-window-${ended}-aB3dE6`, 25 * hours)
  const young = folder(`glidepath-window-${ended}-aB3dE7`, 23 * hours)
  await sweepWindowFolders(Date.now(), ['/nowhere/at/all', parent])
  expect([existsSync(old), existsSync(young)]).toEqual([false, true])
})

test('a path is not removed if it is in use, has another name or owner, or is not a folder', async () => {
  const elsewhere = folder('elsewhere', 48 * hours)
  const link = path.join(parent, `glidepath-window-${ended}-aLinkk`)
  symlinkSync(elsewhere, link)
  const file = path.join(parent, `glidepath-window-${ended}-aFilee`)
  writeFileSync(file, 'x')
  utimesSync(file, 1, 1)
  const stays = [
    path.join(elsewhere, 'Default', 'History'),
    link,
    file,
    folder(`glidepath-window-${process.pid}-aB3dE6`, 48 * hours),
    folder(`glidepath-window-${ended}-notes-of-mine`, 48 * hours),
    folder('glidepath-window-aB3dE6', 48 * hours),
  ]
  if (process.getuid?.() === 0) {
    const foreign = folder(`glidepath-window-${ended}-aB3dE8`, 48 * hours)
    chownSync(foreign, 65_534, 65_534)
    stays.push(foreign)
  }
  await sweepWindowFolders(Date.now(), [parent])
  expect(stays.filter((each) => !existsSync(each))).toEqual([])
})
