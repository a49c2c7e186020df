import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '#test/support/worlds/program.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = temporaryFolder('own-window')

/** The test only makes the installed browser headless; the program does everything else. */
const browser = path.join(folder, 'chromium')
const chromium = process.env['GLIDEPATH_CHROMIUM'] ?? '/usr/bin/chromium'
writeFileSync(
  browser,
  `#!/bin/sh\nexec "${chromium}" --headless=new --disable-gpu --disable-quic "$@"\n`,
)
chmodSync(browser, 0o755)

/** The command lines of all processes, which every account on this machine can read. */
const commandLines = (): readonly string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        return [readFileSync(`/proc/${id}/cmdline`, 'utf8')]
      } catch {
        return []
      }
    })

test.runIf(process.platform === 'linux')(
  'the window that the program opens gets a session, and the address with its token appears on no command line',
  async () => {
    const child = spawn(
      process.execPath,
      [path.join(root, 'dist/electron/browser-host.js'), '--data-dir', path.join(folder, 'data')],
      {
        env: { ...process.env, DISPLAY: ':7', TMPDIR: folder, GLIDEPATH_BROWSER: browser },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const exit = new Promise((resolve) => child.once('exit', resolve))
    let out = ''
    child.stdout.on('data', (part: Buffer) => (out += part.toString()))
    const seen: string[] = []
    const windowFolders = () =>
      readdirSync(folder).filter((name) => name.startsWith('glidepath-window-'))
    try {
      // The page file with the address disappears only after a page has connected with that
      // address.
      await vi.waitFor(
        () => {
          seen.push(...commandLines())
          const [own] = windowFolders()
          expect(own).toBeDefined()
          expect(existsSync(path.join(folder, own ?? '', 'Local State'))).toBe(true)
          expect(existsSync(path.join(folder, own ?? '', 'open.html'))).toBe(false)
        },
        { timeout: 60_000, interval: 20 },
      )
      const token = /#token=([\w-]{43})/.exec(out)?.[1] ?? ''
      expect(token).not.toBe('')
      expect(seen.some((line) => line.includes('--app=file:'))).toBe(true)
      expect(seen.filter((line) => line.includes(token))).toEqual([])
    } finally {
      child.kill('SIGINT')
    }
    expect(await exit).toBe(0)
    expect(windowFolders()).toEqual([])
  },
)
