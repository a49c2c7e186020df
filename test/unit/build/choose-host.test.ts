import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { chooseHost } from '../../../build/lib/choose-host.mjs'
import { noDisplayBecause } from '../../../build/lib/display.mjs'
import { noNamespacesBecause, rootBecause } from '../../../build/lib/electron/sandbox.mjs'

/**
 * Tests which host `npm start` opens, and the message that it prints if the host is not the
 * desktop.
 */

let said: string[]
beforeEach(() => {
  said = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('the host', () => {
  const program = '/electron/electron'
  /** A machine that can run the desktop unless a test says otherwise; it records downloads. */
  const machine = (
    trouble: Partial<Record<'display' | 'root' | 'namespaces' | 'download' | 'start', string>> = {},
  ) => {
    let downloads = 0
    return {
      downloads: () => downloads,
      noDisplayBecause: async () => trouble.display ?? '',
      rootBecause: () => trouble.root ?? '',
      noNamespacesBecause: () => trouble.namespaces ?? '',
      electronProgram: () => (downloads > 0 && trouble.download === undefined ? program : null),
      fetchElectron: async () => {
        downloads += 1
        return trouble.download ?? ''
      },
      notStartingBecause: async () => trouble.start ?? '',
    }
  }

  test.each([null, 'desktop'] as const)(
    'is the desktop if the desktop can run (requested: %s), always in its sandbox',
    async (wanted) => {
      expect(await chooseHost(wanted, machine())).toEqual({ kind: 'desktop', program })
      expect(said).toEqual([])
    },
  )

  test('is the browser if the browser was requested, without any checks of the machine', async () => {
    const any = machine()
    expect(await chooseHost('browser', any)).toEqual({ kind: 'browser' })
    expect(any.downloads()).toBe(0)
  })

  test.each([
    ['display', 0, 0],
    ['root', 0, 0],
    ['namespaces', 0, 1],
    ['download', 1, 1],
    ['start', 1, 1],
  ] as const)(
    'is the browser, with a one-line message, if the desktop cannot run (problem: %s); if the desktop was requested, starting fails with one sentence',
    async (what, before, insisted) => {
      const [quiet, asked] = [machine({ [what]: 'of it' }), machine({ [what]: 'of it' })]
      expect(await chooseHost(null, quiet)).toEqual({ kind: 'browser' })
      expect(said).toEqual(['Showing Glidepath in the browser, because of it.\n'])
      await expect(chooseHost('desktop', asked)).rejects.toMatchObject({
        exitCode: 1,
        message:
          'The desktop host cannot run here: of it. "npm start -- --host=browser" shows Glidepath in a browser.',
      })
      expect([quiet.downloads(), asked.downloads()]).toEqual([before, insisted])
    },
  )
})

describe.runIf(process.platform === 'linux')('the sandbox', () => {
  const electronWith = (mode: number): string => {
    const folder = temporaryFolder('electron')
    writeFileSync(path.join(folder, 'chrome-sandbox'), '')
    chmodSync(path.join(folder, 'chrome-sandbox'), mode)
    return path.join(folder, 'electron')
  }
  const kernel = (name: string, value: string): string => {
    const folder = temporaryFolder('kernel')
    mkdirSync(path.join(folder, path.dirname(name)))
    writeFileSync(path.join(folder, name), `${value}\n`)
    return folder
  }

  test('cannot be used by root', () => {
    vi.spyOn(process, 'getuid').mockReturnValue(0)
    expect(rootBecause()).toMatch(/the user is root.*start Glidepath as an ordinary user/)
    vi.spyOn(process, 'getuid').mockReturnValue(1000)
    expect(rootBecause()).toBe('')
  })

  test.each([
    ['kernel/apparmor_restrict_unprivileged_userns', '1', true],
    ['kernel/apparmor_restrict_unprivileged_userns', '0', false],
    ['kernel/unprivileged_userns_clone', '0', true],
    ['kernel/unprivileged_userns_clone', '1', false],
    ['user/max_user_namespaces', '0', true],
    ['user/max_user_namespaces', '15000', false],
  ])('depends on whether the kernel allows user namespaces: %s = %s', (name, value, forbidden) => {
    const program = electronWith(0o755)
    const helper = path.join(path.dirname(program), 'chrome-sandbox')
    const why = noNamespacesBecause(program, kernel(name, value))
    expect(why).toBe(
      forbidden
        ? `this system allows no user namespaces, which Electron's sandbox needs; this helps: sudo chown root '${helper}' && sudo chmod 4755 '${helper}'`
        : '',
    )
  })

  test('needs no user namespaces if chrome-sandbox is owned by root and setuid', () => {
    const forbidding = kernel('user/max_user_namespaces', '0')
    // Only root can create files owned by root.
    if (process.getuid?.() === 0)
      expect(noNamespacesBecause(electronWith(0o4755), forbidding)).toBe('')
    else expect(noNamespacesBecause(electronWith(0o4755), forbidding)).toMatch(/this helps/)
  })

  test('is reported as unusable before Electron is installed, without a command to fix it', () => {
    expect(noNamespacesBecause(null, kernel('user/max_user_namespaces', '0'))).toMatch(
      /"npm start -- --host=desktop" says what helps$/,
    )
  })
})

describe('the display', () => {
  test.each([
    [{}, /there is no display/],
    [{ DISPLAY: ':4242' }, /the display :4242 does not answer/],
    [{ DISPLAY: 'localhost:1.0' }, /the display localhost:1\.0 does not answer/],
    [{ DISPLAY: ':4242', WAYLAND_DISPLAY: 'wayland-0' }, /^$/],
    [{ DISPLAY: 'something else' }, /^$/],
  ])('is checked in the environment %j', async (env, expected) => {
    expect(await noDisplayBecause({ platform: 'linux', env })).toMatch(expected)
    expect(await noDisplayBecause({ platform: 'darwin', env })).toBe('')
  })

  test('is accepted if it answers over the network', async () => {
    const server = createServer((socket) => socket.destroy())
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
    expect(
      await noDisplayBecause({
        platform: 'linux',
        env: { DISPLAY: `127.0.0.1:${port - 6_000}.0` },
      }),
    ).toBe('')
    server.close()
  })
})
