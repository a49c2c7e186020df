import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFiles } from '#electron/adapters/files/files.ts'
import { countSyncs } from '#test/support/worlds/count-syncs.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'glidepath-files-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const bytes = (text: string) => new TextEncoder().encode(text)
const writer = fileURLToPath(new URL('../../support/worlds/files-writer.ts', import.meta.url))

describe('files', () => {
  it('are read, replaced and removed', async () => {
    const files = createFiles(join(dir, 'data'))
    expect(await files.read('a.txt')).toEqual({ ok: true, value: null })
    await files.replace('folder/a.txt', bytes('one'))
    await files.replace('folder/a.txt', bytes('two'))
    const read = await files.read('folder/a.txt')
    expect(read.ok && read.value && Buffer.from(read.value).toString()).toBe('two')
    expect(await readdir(join(dir, 'data/folder'))).toEqual(['a.txt'])
    expect(await files.remove('folder/a.txt')).toEqual({ ok: true, value: undefined })
    expect(await files.remove('folder/a.txt')).toEqual({ ok: true, value: undefined })
    expect(await readdir(join(dir, 'data/folder'))).toEqual([])
  })

  it.skipIf(process.platform === 'win32')('are accessible only to the user', async () => {
    const files = createFiles(join(dir, 'data'))
    await files.replace('folder/a.txt', bytes('one'))
    const modeOf = async (name: string) => (await stat(join(dir, 'data', name))).mode & 0o777
    expect([await modeOf(''), await modeOf('folder')]).toEqual([0o700, 0o700])
    expect(await modeOf('folder/a.txt')).toBe(0o600)
  })

  it.each(['../a', '/etc/passwd', 'a/../../b', '', '.hidden', 'a//b', 'a\\b', 'a\0'])(
    'reject the path %j as a bug',
    async (name) => {
      const files = createFiles(dir)
      await expect(async () => files.replace(name, bytes('x'))).rejects.toThrow(
        'outside the data directory',
      )
    },
  )

  it('are written once a file that blocked their folder is gone', async () => {
    await writeFile(join(dir, 'data'), 'no folder')
    const files = createFiles(join(dir, 'data'))
    expect(await files.replace('library/a.txt', bytes('one'))).toMatchObject({ ok: false })
    await rm(join(dir, 'data'))
    expect(await files.replace('library/a.txt', bytes('one'))).toMatchObject({ ok: true })
  })

  it('are written after their folder was removed, which is created again', async () => {
    const files = createFiles(dir)
    await files.replace('deep/a.txt', bytes('a'))
    await rm(join(dir, 'deep'), { recursive: true })
    expect(await files.replace('deep/a.txt', bytes('b'))).toMatchObject({ ok: true })
    expect(await readdir(join(dir, 'deep'))).toEqual(['a.txt'])
    expect(await readFile(join(dir, 'deep/a.txt'), 'utf8')).toBe('b')
  })

  it('of a killed run that were left half-written are removed, but recent ones stay', async () => {
    await writeFile(join(dir, 'a.txt.0011.partial'), 'old')
    await utimes(join(dir, 'a.txt.0011.partial'), new Date(0), new Date(0))
    await writeFile(join(dir, 'a.txt.2233.partial'), 'fresh')
    await createFiles(dir).replace('a.txt', bytes('x'))
    expect((await readdir(dir)).toSorted()).toEqual(['a.txt', 'a.txt.2233.partial'])
  })

  it.skipIf(process.platform === 'win32')(
    'stay unchanged if the disk fills up in the middle of writing',
    async () => {
      await createFiles(dir).replace('a.txt', bytes('before'))
      const limited = `ulimit -f 64; exec "$0" "$1" "$2" big`
      const { stdout } = await promisify(execFile)('sh', [
        '-c',
        limited,
        process.execPath,
        writer,
        dir,
      ])
      expect(stdout.trim()).toBe('records.diskFull')
      expect(await readFile(join(dir, 'a.txt'), 'utf8')).toBe('before')
      expect(await readdir(dir)).toEqual(['a.txt'])
    },
  )

  it('have all the old or all the new bytes, whenever the writer is killed', async () => {
    for (let round = 0; round < 12; round += 1) {
      const child = spawn(process.execPath, [writer, dir, 'loop'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
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

describe('after a replacement,', () => {
  it('the file and its name are durable', async () => {
    const syncs = await countSyncs()
    try {
      const files = createFiles(dir)
      const counted = async (work: () => Promise<unknown>): Promise<number> => {
        const before = syncs.count()
        await work()
        return syncs.count() - before
      }
      // One sync for the bytes, one for the file's name.
      expect(await counted(() => files.replace('a.txt', bytes('one')))).toBe(2)
      expect(await counted(() => files.replace('a.txt', bytes('two')))).toBe(2)
      expect(await counted(() => writeFile(join(dir, 'other'), 'x'))).toBe(0)
      expect(await readFile(join(dir, 'a.txt'), 'utf8')).toBe('two')
    } finally {
      syncs.stop()
    }
  })
})
