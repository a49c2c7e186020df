import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeFolder } from '#electron/host/folder-lock.ts'

/** Tests which program may use a data folder. */

let folder: string
let started: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'glidepath-folder-'))
  started = []
})
afterEach(() => {
  vi.unstubAllEnvs()
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('a lock file left by a killed program does not keep the folder locked', async () => {
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir)
  const secret = 'f'.repeat(32)
  writeFileSync(path.join(dataDir, 'lock-name'), secret)
  const file = path.join(
    tmpdir(),
    `glidepath-${hash('sha256', `${realpathSync(dataDir)}\n${secret}`, 'hex').slice(0, 32)}.sock`,
  )
  const child = spawn(process.execPath, [
    '-e',
    `require('net').createServer().listen(${JSON.stringify(file)}, () => console.log('up'))`,
  ])
  started.push(child)
  await once(child.stdout, 'data')
  expect(await takeFolder(dataDir, 'darwin')).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(existsSync(file)).toBe(true)
  const takers = await Promise.all([1, 2, 3].map(() => takeFolder(dataDir, 'darwin')))
  expect(takers.toSorted()).toEqual([false, false, true])
  rmSync(file)
})

test('the name of a folder’s lock is secret, but every program that opens the folder derives the same name', async () => {
  const dataDir = path.join(folder, 'data')
  const takers = await Promise.all([1, 2, 3].map(() => takeFolder(dataDir)))
  expect(takers.toSorted()).toEqual([false, false, true])
  const secret = path.join(dataDir, 'lock-name')
  expect(readFileSync(secret, 'latin1')).toMatch(/^[0-9a-f]{32}$/)
  expect(statSync(secret).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600)

  const cut = path.join(folder, 'cut')
  mkdirSync(cut)
  writeFileSync(path.join(cut, 'lock-name'), 'half')
  expect(await takeFolder(cut)).toBe(true)
})

test('a folder stays locked when a program reaches it by another path or uses another temporary folder', async () => {
  const [dataDir, other] = [path.join(folder, 'data'), path.join(folder, 'temporary')]
  for (const each of [dataDir, other]) mkdirSync(each)
  vi.stubEnv('TMPDIR', folder)
  expect(await takeFolder(dataDir, 'darwin')).toBe(true)
  vi.stubEnv('TMPDIR', other)
  expect(await takeFolder(dataDir, 'darwin')).toBe(false)
  vi.unstubAllEnvs()

  if (process.platform !== 'linux') return
  const { dev, ino } = statSync(dataDir)
  const secret = readFileSync(path.join(dataDir, 'lock-name'), 'latin1')
  const name = `\0glidepath-${hash('sha256', `${dev}:${ino}\n${secret}`, 'hex').slice(0, 32)}`
  const mounted = createServer().listen(name)
  await once(mounted, 'listening')
  expect(await takeFolder(dataDir)).toBe(false)
  mounted.close()
})

const inNetworkOfItsOwn = ['unshare', '--net', '--map-root-user'] as const
const hasNamespaces =
  spawnSync(inNetworkOfItsOwn[0], [...inNetworkOfItsOwn.slice(1), 'true']).status === 0
const lockModule = new URL('../../../electron/host/folder-lock.ts', import.meta.url)

/** Starts a program that takes the folder and keeps it if it succeeds; returns its output. */
const take = async (dataDir: string, network: readonly string[] = []) => {
  const script = `const { takeFolder } = await import(${JSON.stringify(lockModule.href)})
    console.log(await takeFolder(${JSON.stringify(dataDir)}))
    process.on('SIGTERM', () => process.exit())
    setInterval(() => undefined, 1000)`
  const [command = '', ...args] = [
    ...network,
    process.execPath,
    ...['--no-warnings', '--input-type=module', '-e', script],
  ]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  const said = await new Promise((resolve) => child.stdout.once('data', resolve))
  return { child, hasIt: String(said).trim() === 'true' }
}
const ended = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

test.runIf(process.platform === 'linux')(
  'the socket in the folder is enough to lock out other programs, however long the path is',
  async () => {
    const dataDir = path.join(folder, 'long'.repeat(50))
    mkdirSync(dataDir)
    const other = await take(dataDir)
    expect(other.hasIt).toBe(true)
    // With another lock name, only the socket shows that the folder is in use.
    writeFileSync(path.join(dataDir, 'lock-name'), 'e'.repeat(32))
    expect(await takeFolder(dataDir)).toBe(false)
    await ended(other.child, 'SIGTERM')
    expect(existsSync(path.join(dataDir, 'lock-socket'))).toBe(false)
  },
)

test.runIf(hasNamespaces)(
  'programs in different network namespaces see each other’s lock, and the lock of a killed program is ignored',
  async () => {
    const dataDir = path.join(folder, 'data')
    const first = await take(dataDir, inNetworkOfItsOwn)
    expect(first.hasIt).toBe(true)
    expect(await takeFolder(dataDir)).toBe(false)
    await ended(first.child, 'SIGKILL')
    for (let round = 0; round < 3; round += 1) {
      expect(existsSync(path.join(dataDir, 'lock-socket'))).toBe(true)
      const takers = await Promise.all([1, 2, 3].map(() => take(dataDir, inNetworkOfItsOwn)))
      expect(takers.map(({ hasIt }) => hasIt).toSorted()).toEqual([false, false, true])
      for (const { child } of takers) await ended(child, 'SIGKILL')
    }
  },
  60_000,
)

test.each([['lock-name'], ['lock-socket'], ['lock-name', 'lock-socket']])(
  'a folder stays locked after %s %s were removed while a program holds it',
  async (...names) => {
    const dataDir = path.join(folder, 'data')
    expect(await takeFolder(dataDir)).toBe(true)
    writeFileSync(path.join(dataDir, 'settings.json'), '{}')
    const secret = readFileSync(path.join(dataDir, 'lock-name'), 'latin1')
    for (let round = 0; round < 3; round += 1) {
      for (const name of names) rmSync(path.join(dataDir, name), { force: true })
      expect(await takeFolder(dataDir)).toBe(false)
      expect(readFileSync(path.join(dataDir, 'lock-name'), 'latin1')).toBe(secret)
    }
    writeFileSync(path.join(dataDir, 'lock-name'), 'e'.repeat(32))
    await expect
      .poll(() => readFileSync(path.join(dataDir, 'lock-name'), 'latin1'), { timeout: 3000 })
      .toBe(secret)
    if (process.platform === 'linux')
      await expect
        .poll(() => existsSync(path.join(dataDir, 'lock-socket')), { timeout: 3000 })
        .toBe(true)
  },
)
