import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import {
  startDesktop,
  until,
  type DesktopStart,
  type Started,
} from '#test/support/desktop/launch.ts'
import { person, personalFolder } from '#test/support/desktop/person.ts'
import { closeBox, homeWithoutBus, ownerInFront, shownBox } from '#test/support/desktop/windows.ts'

/**
 * Tests starts that must fail. Each shows a sentence on standard error and in a message box, and
 * ends with an exit code and without a stack trace.
 */

const title = 'Glidepath cannot start'
const env = homeWithoutBus()
const place = personalFolder('refused')

/** Creates a file that the test user owns. */
const owned = (file: string, mode: number): string => {
  if (person !== null) chownSync(file, person.uid, person.gid)
  chmodSync(file, mode)
  return file
}
const folder = (name: string, mode = 0o700): string => {
  mkdirSync(path.join(place, name))
  return owned(path.join(place, name), mode)
}
const file = (name: string, text = '', mode = 0o600): string => {
  writeFileSync(path.join(place, name), text)
  return owned(path.join(place, name), mode)
}

const saidBy = (start: Started): string => start.stderr().replaceAll(/^\[\d+:.*\n/gm, '')

/** Expects the same sentence on standard error and in a message box. */
const expectRefused = async (start: Started, sentence: RegExp): Promise<void> => {
  await until(
    () => (saidBy(start).includes(title) ? true : null),
    () => `it did not say why:\n${start.stderr()}`,
  )
  await closeBox(title)
  expect(await start.ended).toBe(2)
  expect(saidBy(start)).toMatch(sentence)
  expect(start.stderr()).not.toMatch(/\n +at /)
  expect(start.stdout()).toBe('')
}

const begin = (start: DesktopStart): Started =>
  startDesktop({ ...start, env: { ...env, ...start.env } })

describe('a data folder', () => {
  test('that cannot be written to is refused', async () => {
    await expectRefused(
      begin({ args: ['--data-dir', folder('read-only', 0o500)] }),
      /cannot be used: this account may not read or write there\./,
    )
  })

  test('in use by the browser host is refused', async () => {
    const dataDir = personalFolder('taken')
    const { stage } = inject('desktop')
    const files = path.join(stage.appDir, 'dist', 'electron')
    const shim =
      stage.electron.kind === 'stand-in'
        ? ['--import', path.join(files, 'test-node-20-shim.js')]
        : []
    const args = [...shim, path.join(files, 'browser-host.js'), '--no-open', '--data-dir', dataDir]
    // The browser host runs on Electron's Node here, because both hosts ship with the same Node and
    // an older one uses other lock names.
    const browser = begin({ args, env: { ELECTRON_RUN_AS_NODE: '1' } })
    await until(() => (browser.stdout().includes('\n') ? true : null), browser.stderr)
    await expectRefused(
      begin({ args: ['--data-dir', dataDir] }),
      /is already running with the data folder .*taken.*\. Go on there/,
    )
    browser.kill('SIGINT')
    expect(await browser.ended).toBe(0)
  })

  const full = path.join(place, 'full')
  const mounted = ((): boolean => {
    try {
      mkdirSync(full)
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=0777', 'tmpfs', full], {
        stdio: 'ignore',
      })
      return true
    } catch {
      return false
    }
  })()
  afterAll(() => {
    if (mounted) execFileSync('umount', ['--lazy', full])
  })

  test.runIf(mounted)('on a full disk is refused', async () => {
    writeFileSync(path.join(full, 'everything'), Buffer.alloc(64 * 1024))
    const dataDir = path.join(full, 'new')
    for (const _try of ['first', 'again'])
      await expectRefused(
        begin({ args: ['--data-dir', dataDir] }),
        /cannot be used: the disk is full\. Free some space/,
      )
  })
})

test('an unreadable settings file is refused and stays unchanged', async () => {
  const dataDir = folder('unreadable')
  const settings = file('unreadable/settings.json', '{}', 0o000)
  await expectRefused(
    begin({ args: ['--data-dir', dataDir] }),
    /The settings file .* cannot be read \(EACCES\)\. Let your account read it/,
  )
  expect(existsSync(settings)).toBe(true)
})

test('a misspelled option is refused', async () => {
  await expectRefused(
    begin({ args: ['--data-dri=/nowhere'] }),
    /The option --data-dri=\/nowhere is not known; the nearest is --data-dir\./,
  )
})

test('the program ends on a signal while the message about a refused start is shown', async () => {
  const start = begin({ args: ['--training-port=many'] })
  await shownBox(title)
  start.kill('SIGTERM')
  expect(await start.ended).toBe(2)
})

describe('a start without a display', () => {
  test('ends with a message from the program', async () => {
    const start = begin({ args: ['--data-dir', folder('no-display')], env: { DISPLAY: undefined } })
    expect(await start.ended).toBe(2)
    expect(saidBy(start)).toMatch(
      /There is no display to show a window on .* Start Glidepath in a desktop session\./,
    )
  })

  test('that answers ends with a message from Electron', async () => {
    const start = begin({ args: ['--data-dir', folder('dead-display')], env: { DISPLAY: ':4242' } })
    expect(await start.ended).not.toBe(0)
    await expect.poll(() => start.stderr()).toMatch(/Missing X server or \$DISPLAY/)
    expect(start.stdout()).toBe('')
  })
})

test('damaged settings and a missing list of environments do not keep the program from starting', async () => {
  const dataDir = folder('damaged')
  file('damaged/settings.json', 'no settings at all')
  const start = begin({
    args: ['--data-dir', dataDir, '--provision', path.join(place, 'missing')],
  })
  await until(() => (start.stdout().includes('\n') ? true : null), start.stderr)
  for (const sentence of [
    /The settings file was damaged\. It is kept as settings\.damaged-/,
    /--provision: .*missing cannot be read\./,
  ])
    await expect.poll(start.stderr).toMatch(sentence)
  await closeBox('Glidepath has started, but not everything could be used')
  await expect.poll(ownerInFront, { timeout: 30_000, interval: 200 }).toBe(start.pid)
  start.kill('SIGTERM')
  expect(await start.ended).toBe(0)
  const kept = readdirSync(dataDir).filter((each) => each.startsWith('settings.damaged-'))
  expect(kept).toHaveLength(1)
  expect(start.stderr()).not.toMatch(/\n +at /)
})
