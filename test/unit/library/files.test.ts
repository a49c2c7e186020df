import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFiles } from '#electron/adapters/files.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'glidepath-files-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const bytes = (text: string) => new TextEncoder().encode(text)
const writer = fileURLToPath(new URL('../../support/files-writer.ts', import.meta.url))

describe('files', () => {
  it('reads, replaces, appends, lists and removes', async () => {
    const files = createFiles(join(dir, 'data'))
    expect(await files.read('a.txt')).toEqual({ ok: true, value: null })
    expect(await files.list('folder')).toEqual({ ok: true, value: [] })
    await files.replace('folder/a.txt', bytes('one'))
    await files.replace('folder/a.txt', bytes('two'))
    await Promise.all(Array.from({ length: 50 }, (_, index) => files.append('log.jsonl', bytes(`\n${index}`))))
    const read = await files.read('folder/a.txt')
    expect(read.ok && read.value && Buffer.from(read.value).toString()).toBe('two')
    const start = await files.readStart?.('folder/a.txt', 2)
    expect(start?.ok && start.value && Buffer.from(start.value).toString()).toBe('tw')
    expect(await readFile(join(dir, 'data/log.jsonl'), 'utf8')).toBe(`\n${Array.from({ length: 50 }, (_, i) => i).join('\n')}`)
    expect(await files.list('folder')).toEqual({ ok: true, value: ['a.txt'] })
    expect(await files.remove('folder/a.txt')).toEqual({ ok: true, value: undefined })
    expect(await files.remove('folder/a.txt')).toEqual({ ok: true, value: undefined })
    expect(await files.list('folder')).toEqual({ ok: true, value: [] })
  })

  it.skipIf(process.platform === 'win32')('lets nobody else in', async () => {
    const files = createFiles(join(dir, 'data'))
    await files.replace('folder/a.txt', bytes('one'))
    await files.append('log.jsonl', bytes('x'))
    const modeOf = async (name: string) => (await stat(join(dir, 'data', name))).mode & 0o777
    expect([await modeOf(''), await modeOf('folder')]).toEqual([0o700, 0o700])
    expect([await modeOf('folder/a.txt'), await modeOf('log.jsonl')]).toEqual([0o600, 0o600])
  })

  it.each(['../a', '/etc/passwd', 'a/../../b', '', '.hidden', 'a//b', 'a\\b', 'a\0'])('takes %j for a bug', async (name) => {
    const files = createFiles(dir)
    await expect(async () => files.replace(name, bytes('x'))).rejects.toThrow('outside the data directory')
  })

  it('sweeps away what a killed run left half-written, but nothing fresh', async () => {
    await writeFile(join(dir, 'a.txt.0011.partial'), 'old')
    await utimes(join(dir, 'a.txt.0011.partial'), new Date(0), new Date(0))
    await writeFile(join(dir, 'a.txt.2233.partial'), 'fresh')
    await createFiles(dir).replace('a.txt', bytes('x'))
    expect((await readdir(dir)).toSorted()).toEqual(['a.txt', 'a.txt.2233.partial'])
  })

  it.skipIf(process.platform === 'win32')('says that the disk is full, after part of the bytes were taken', async () => {
    await createFiles(dir).replace('a.txt', bytes('before'))
    const limited = `ulimit -f 64; exec "$0" "$1" "$2" big`
    const { stdout } = await promisify(execFile)('sh', ['-c', limited, process.execPath, writer, dir])
    expect(stdout.trim()).toBe('library.diskFull')
    expect(await readFile(join(dir, 'a.txt'), 'utf8')).toBe('before')
    expect(await readdir(dir)).toEqual(['a.txt'])
  })

  it('holds the old or the new bytes whole, whenever the writer is killed', async () => {
    for (let round = 0; round < 12; round += 1) {
      const child = spawn(process.execPath, [writer, dir, 'loop'], { stdio: ['ignore', 'pipe', 'inherit'] })
      await new Promise((resolve) => child.stdout.once('data', resolve))
      await sleep(round * 7)
      child.kill('SIGKILL')
      await new Promise((resolve) => child.once('exit', resolve))
      const content = await readFile(join(dir, 'a.txt'))
      const digest = createHash('sha256').update(content.subarray(64)).digest('hex')
      expect(content.subarray(0, 64).toString()).toBe(digest)
    }
  }, 60_000)
})
