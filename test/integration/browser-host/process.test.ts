import { spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { childProgram } from '#test/support/worlds/child-programs.ts'
import { ask, dial } from './host-harness.ts'

let entry: string
beforeAll(async () => {
  entry = await childProgram('host')
})
const readySchema = z.strictObject({
  event: z.literal('ready'),
  host: z.literal('browser'),
  url: z.string().regex(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/),
  training: z.string(),
  dataDir: z.string(),
})

let folder: string
let started: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'glidepath-process-'))
  mkdirSync(path.join(folder, 'renderer'))
  writeFileSync(path.join(folder, 'renderer', 'index.html'), 'the page')
  started = []
})
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

interface Running {
  readonly child: ChildProcess
  readonly out: () => string
  readonly log: () => string
  readonly exit: Promise<number | null>
  readonly ready: () => Promise<
    z.infer<typeof readySchema> & { readonly port: number; readonly token: string }
  >
}

const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Running => {
  const child = spawn(process.execPath, [entry, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, HOST_DIST: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let out = ''
  let log = ''
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (log += part.toString()))
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    child,
    out: () => out,
    log: () => log,
    exit,
    ready: async () => {
      await vi.waitFor(() => expect(out, log).toContain('\n'), 10_000)
      const ready = readySchema.parse(JSON.parse(out))
      const url = new URL(ready.url)
      return { ...ready, port: Number(url.port), token: url.hash.slice('#token='.length) }
    },
  }
}

test('the browser host prints one line when ready, serves the page, and exits cleanly within two seconds of SIGINT', async () => {
  const host = start([
    '--no-open',
    '--data-dir',
    'here',
    '--provision',
    'p.json',
    '--training-port',
    '7',
  ])
  const { port, token, dataDir } = await host.ready()
  expect(dataDir).toBe(path.join(folder, 'here'))
  expect((await ask(port, '/')).body).toBe('the page')
  const dialled = await dial(port, { protocols: ['glidepath.v1', `token.${token}`] })
  if (dialled.kind !== 'open') throw new Error('not connected')
  const before = Date.now()
  host.child.kill('SIGINT')
  expect(await dialled.page.closed).toMatchObject({ code: 1001 })
  expect(await host.exit).toBe(0)
  expect(Date.now() - before).toBeLessThan(2_000)
  expect(host.out().split('\n')).toHaveLength(2)
  expect(host.log()).toContain(`"trainingPort":7`)
  expect(host.log()).toContain(`"provision":"${path.join(folder, 'p.json')}"`)
  expect(host.log()).not.toContain(token)
})

test('a second program refuses a data folder that is in use, and a killed program leaves no lock', async () => {
  const first = start(['--no-open', '--data-dir', path.join(folder, 'data')])
  await first.ready()
  const second = start(['--no-open', '--data-dir', path.join(folder, 'data', '..', 'data')])
  expect(await second.exit).toBe(2)
  expect(second.log()).toContain('Glidepath is already running with the data folder')
  expect(second.out()).toBe('')
  const elsewhere = start(['--no-open', '--data-dir', path.join(folder, 'other')])
  await elsewhere.ready()

  // A program that starts while the first one is ending waits for it.
  const next = start(['--no-open', '--data-dir', path.join(folder, 'data')])
  setTimeout(() => first.child.kill('SIGKILL'), 500)
  await next.ready()
  next.child.kill('SIGTERM')
  expect(await next.exit).toBe(0)
  await start(['--no-open', '--data-dir', path.join(folder, 'data')]).ready()
})

test('the default data folder is the operating system’s folder for application data', async () => {
  const host = start(['--no-open'], { XDG_DATA_HOME: path.join(folder, 'data') })
  if (process.platform === 'linux')
    expect((await host.ready()).dataDir).toBe(path.join(folder, 'data', 'Glidepath'))
  host.child.kill('SIGTERM')
  expect(await host.exit).toBe(0)
})

test('neither a connected page nor a core that fails to close keeps the program running', async () => {
  const host = start(['--no-open'], { HOST_FAULT: 'closing' })
  const { port, token } = await host.ready()
  await dial(port, { protocols: ['glidepath.v1', `token.${token}`] }).then((dialled) => {
    if (dialled.kind === 'open') dialled.page.socket.pause()
  })
  const before = Date.now()
  host.child.kill('SIGTERM')
  expect(await host.exit).toBe(0)
  expect(Date.now() - before).toBeLessThan(5_500)
})

describe('while a submission is being sent,', () => {
  test('the program waits with the page connected, prints one line about the wait, and then exits', async () => {
    const host = start(['--no-open'], { HOST_BUSY_MS: '700' })
    const { port, token } = await host.ready()
    const dialled = await dial(port, { protocols: ['glidepath.v1', `token.${token}`] })
    if (dialled.kind !== 'open') throw new Error('not connected')
    const lines = host.log().split('\n').length
    host.child.kill('SIGINT')
    await vi.waitFor(() => expect(host.log()).toContain('An enrollment is being sent.'))
    dialled.page.call(1, 'records.list', {})
    expect(await dialled.page.next()).toMatchObject({ id: 1 })
    expect(await host.exit).toBe(0)
    expect(host.log().split('\n')).toHaveLength(lines + 1)
  })

  test('a second Ctrl+C ends the program at once', async () => {
    const host = start(['--no-open'], { HOST_BUSY_MS: '60000' })
    await host.ready()
    host.child.kill('SIGINT')
    await vi.waitFor(() => expect(host.log()).toContain('Ctrl+C again'))
    host.child.kill('SIGINT')
    expect(await host.exit).toBe(0)
  })
})

test.each([
  ['rejection', 'TypeError'],
  ['exception', 'RangeError'],
])(
  'an unhandled %s makes the program exit with code 1 without printing the data in the error message',
  async (fault, name) => {
    const host = start(['--no-open'], { HOST_FAULT: fault })
    expect(await host.exit).toBe(1)
    expect(host.log()).toContain(name)
    expect(host.log()).toContain('host.js')
    expect(host.log()).not.toMatch(/Ada|123-45/)
  },
)

describe('a program whose output is closed', () => {
  test('does not end at a warning, and neither does its submission under way', async () => {
    const host = start(['--no-open'], { HOST_BUSY_MS: '700' })
    const { port, token } = await host.ready()
    const dialled = await dial(port, { protocols: ['glidepath.v1', `token.${token}`] })
    if (dialled.kind !== 'open') throw new Error('not connected')
    host.child.stdout?.destroy()
    host.child.stderr?.destroy()
    host.child.kill('SIGINT')
    expect(await dialled.page.closed).toMatchObject({ code: 1001 })
    expect(await host.exit).toBe(0)
  })

  test('still starts', async () => {
    const host = start([])
    host.child.stdout?.destroy()
    await vi.waitFor(() => expect(host.log()).toContain('there is no display'), 10_000)
    host.child.kill('SIGTERM')
    expect(await host.exit).toBe(0)
  })
})

test('an unknown option makes the program print a sentence and exit with code 2 before anything starts', async () => {
  const host = start(['--colour=green'])
  expect(await host.exit).toBe(2)
  expect(host.out()).toBe('')
  expect(host.log()).toContain('The option --colour=green is not known.')
})

test('a port already in use makes the program print a sentence and exit with code 2', async () => {
  const first = start(['--no-open'])
  const { port } = await first.ready()
  const second = start([
    '--no-open',
    '--port',
    String(port),
    '--data-dir',
    path.join(folder, 'other'),
  ])
  expect(await second.exit).toBe(2)
  expect(second.out()).toBe('')
  expect(second.log()).toContain(
    `Port ${port} on 127.0.0.1 cannot be used: another program uses it.`,
  )
})

describe.runIf(process.platform === 'linux')('the window', () => {
  /**
   * A stand-in for a browser. It records how it was started, and stays open until it is told to
   * close or the test ends.
   */
  const fakeBrowser = (): string => {
    const file = path.join(folder, 'chromium')
    writeFileSync(
      file,
      `#!/bin/sh\nprintf '%s\\n' "$@" > "${folder}/arguments.tmp"\nmv "${folder}/arguments.tmp" "${folder}/arguments"\nwhile [ -d "${folder}" ] && [ ! -e "${folder}/close" ]; do sleep 0.05; done\n`,
    )
    chmodSync(file, 0o755)
    return file
  }
  const argumentsGiven = async (): Promise<readonly string[]> => {
    await vi.waitFor(() => expect(existsSync(path.join(folder, 'arguments'))).toBe(true), 5_000)
    return readFileSync(path.join(folder, 'arguments'), 'utf8').split('\n')
  }

  const profileIn = (given: readonly string[]): string =>
    given.find((each) => each.startsWith('--user-data-dir='))?.slice('--user-data-dir='.length) ??
    ''

  test('opens as an app with a temporary profile, and closing the window ends the program', async () => {
    const host = start([], { DISPLAY: ':7', GLIDEPATH_BROWSER: fakeBrowser() })
    await host.ready()
    const given = await argumentsGiven()
    expect(given).toContainEqual(expect.stringMatching(/^--app=file:/))
    const profile = profileIn(given)
    expect(existsSync(profile)).toBe(true)
    writeFileSync(path.join(folder, 'close'), '')
    expect(await host.exit).toBe(0)
    expect(existsSync(profile)).toBe(false)
  })

  test('has its own process group, so that a signal from the terminal does not close the window before the program', async () => {
    const host = start([], { DISPLAY: ':7', GLIDEPATH_BROWSER: fakeBrowser() })
    await host.ready()
    await argumentsGiven()
    const [own] = readFileSync(
      `/proc/${host.child.pid}/task/${host.child.pid}/children`,
      'utf8',
    ).split(' ')
    const groupOf = (id: string | number | undefined): string | undefined =>
      readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[2]
    expect(groupOf(own)).toBe(own)
    expect(groupOf(own)).not.toBe(groupOf(host.child.pid))
    host.child.kill('SIGINT')
    expect(await host.exit).toBe(0)
    await vi.waitFor(() => expect(existsSync(`/proc/${own}`)).toBe(false))
  })

  const accessOf = (file: string): number => statSync(file).mode & 0o777
  const letIn = async (host: Running): Promise<void> => {
    const { port, token } = await host.ready()
    expect(await dial(port, { protocols: ['glidepath.v1', `token.${token}`] })).toMatchObject({
      kind: 'open',
    })
  }

  test('gets the address from a page file that only this account can read, and that is removed after use', async () => {
    const host = start([], { DISPLAY: ':7', GLIDEPATH_BROWSER: fakeBrowser() })
    const { url, token } = await host.ready()
    const given = await argumentsGiven()
    expect(given.join('\n')).not.toContain(token)
    const page = fileURLToPath(
      given.find((each) => each.startsWith('--app='))?.slice('--app='.length) ?? '',
    )
    expect(path.dirname(page)).toBe(profileIn(given))
    expect(readFileSync(page, 'utf8')).toContain(`location.replace("${url}")`)
    expect([accessOf(page), accessOf(path.dirname(page))]).toEqual([0o600, 0o700])
    await letIn(host)
    await vi.waitFor(() => expect(existsSync(page)).toBe(false))
    expect(existsSync(profileIn(given))).toBe(true)
    host.child.kill('SIGINT')
    expect(await host.exit).toBe(0)
  })

  test('in the default browser gets the address from a page file in a folder that every browser can read', async () => {
    const bin = path.join(folder, 'bin')
    mkdirSync(bin)
    writeFileSync(
      path.join(bin, 'xdg-open'),
      `#!/bin/sh\n/bin/echo "$@" > "${folder}/tmp"\n/bin/mv "${folder}/tmp" "${folder}/arguments"\n`,
    )
    chmodSync(path.join(bin, 'xdg-open'), 0o755)
    const host = start([], { DISPLAY: ':7', PATH: bin })
    const { url } = await host.ready()
    const [address = ''] = await argumentsGiven()
    expect(address).toMatch(/^file:/)
    const page = fileURLToPath(address)
    expect(path.dirname(path.dirname(page))).toBe(folder)
    expect(readFileSync(page, 'utf8')).toContain(url)
    expect([accessOf(page), accessOf(path.dirname(page))]).toEqual([0o600, 0o700])
    await letIn(host)
    await vi.waitFor(() =>
      expect(readdirSync(folder).filter((name) => name.startsWith('glidepath-window-'))).toEqual(
        [],
      ),
    )
    host.child.kill('SIGINT')
    expect(await host.exit).toBe(0)
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'is closed with the program on %s',
    async (signal) => {
      const host = start([], { DISPLAY: ':7', GLIDEPATH_BROWSER: fakeBrowser() })
      await host.ready()
      const given = await argumentsGiven()
      host.child.kill(signal)
      expect(await host.exit).toBe(0)
      expect(existsSync(profileIn(given))).toBe(false)
    },
  )

  test('is not opened without a display, and the printed address still works', async () => {
    const host = start([], { GLIDEPATH_BROWSER: fakeBrowser() })
    await host.ready()
    await vi.waitFor(() => expect(host.log()).toContain('there is no display'))
    expect(existsSync(path.join(folder, 'arguments'))).toBe(false)
    host.child.kill('SIGINT')
    expect(await host.exit).toBe(0)
  })
})
