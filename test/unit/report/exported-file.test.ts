import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WriteExport } from '#electron/core/platform/ports.ts'
import { createWriteExport, removeUnfinished } from '#electron/adapters/files/exported-file.ts'

const writer = fileURLToPath(new URL('../../support/worlds/files-writer.ts', import.meta.url))
let folder: string
let dataDir: string
const writeExport: WriteExport = (file, content) => createWriteExport(dataDir)(file, content)
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'glidepath-data-'))
  folder = await mkdtemp(path.join(tmpdir(), 'glidepath-export-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
})
const bytes = new TextEncoder().encode('new')

describe('writing a file where a user wants it', () => {
  test('leaves only that file, readable only by its owner', async () => {
    const file = path.join(folder, 'a.csv')
    expect(await writeExport(file, bytes)).toEqual({ ok: true, value: undefined })
    expect(await readdir(folder)).toEqual(['a.csv'])
    expect(await readFile(file, 'utf8')).toBe('new')
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('replaces an older file, even one that others could read', async () => {
    const file = path.join(folder, 'a.csv')
    await writeFile(file, 'old and longer', { mode: 0o644 })
    expect(await writeExport(file, bytes)).toMatchObject({ ok: true })
    expect(await readFile(file, 'utf8')).toBe('new')
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('keeps a symbolic link, and replaces the file that the link points to', async () => {
    await mkdir(path.join(folder, 'real'))
    await writeFile(path.join(folder, 'real', 'a.csv'), 'old')
    await symlink(path.join('real', 'a.csv'), path.join(folder, 'link.csv'))
    expect(await writeExport(path.join(folder, 'link.csv'), bytes)).toMatchObject({ ok: true })
    expect(await readFile(path.join(folder, 'real', 'a.csv'), 'utf8')).toBe('new')
    expect(await readdir(folder)).toEqual(['link.csv', 'real'])
  })

  test('reports that the folder is gone', async () => {
    const written = await writeExport(path.join(folder, 'stick', 'a.csv'), bytes)
    expect(written).toMatchObject({
      ok: false,
      error: { code: 'export.folderGone', message: 'The folder “stick” cannot be found.' },
    })
  })

  test('reports that a name is too long', async () => {
    const written = await writeExport(path.join(folder, `${'x'.repeat(300)}.csv`), bytes)
    expect(written).toMatchObject({
      ok: false,
      error: { code: 'export.notSaved', advice: 'Choose a shorter name.' },
    })
    expect(await readdir(folder)).toEqual([])
  })

  test('does not replace a folder with the same name, and leaves no partial file', async () => {
    await mkdir(path.join(folder, 'a.csv', 'inner'), { recursive: true })
    expect(await writeExport(path.join(folder, 'a.csv'), bytes)).toMatchObject({ ok: false })
    expect(await readdir(folder)).toEqual(['a.csv'])
  })

  // Root may write anywhere, so for root the desktop tests cover missing permissions.
  test.runIf(process.platform === 'linux' && process.getuid?.() !== 0)(
    'reports that there is no permission, and keeps the old file',
    async () => {
      await writeFile(path.join(folder, 'a.csv'), 'old')
      await chmod(folder, 0o500)
      expect(await writeExport(path.join(folder, 'a.csv'), bytes)).toMatchObject({
        ok: false,
        error: { code: 'export.noPermission' },
      })
      expect(await readFile(path.join(folder, 'a.csv'), 'utf8')).toBe('old')
      await chmod(folder, 0o700)
    },
  )

  test.runIf(process.platform !== 'win32')(
    'reports that the disk is full, keeps the old file, and leaves no partial file',
    async () => {
      await writeFile(path.join(folder, 'a.txt'), 'old')
      const limited = `trap '' XFSZ; ulimit -f 16; exec "$0" "$1" "$2" export`
      const { stdout } = await promisify(execFile)('sh', [
        '-c',
        limited,
        process.execPath,
        writer,
        folder,
      ])
      expect(stdout).toBe(
        `export.diskFull: The disk with the folder “${path.basename(folder)}” is full.`,
      )
      expect(await readFile(path.join(folder, 'a.txt'), 'utf8')).toBe('old')
      expect(await readdir(folder)).toEqual(['a.txt'])
    },
  )
})

describe('a program that is killed while it exports', () => {
  const unfinished = async () => (await readdir(folder)).filter((name) => name.endsWith('.partial'))

  test('leaves a partial file that the next start removes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const child = execFile(process.execPath, [writer, dataDir, 'exports', folder])
      await vi.waitFor(async () => expect(await unfinished()).not.toEqual([]), {
        timeout: 20_000,
        interval: 2,
      })
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await removeUnfinished(dataDir)
      expect(await unfinished()).toEqual([])
      expect(await readdir(dataDir)).toEqual([])
    }
  })

  test('does not make the next start remove anything else', async () => {
    const id = randomUUID()
    const others = ['mine.partial', `glidepath-${randomUUID()}.partial`, 'a.csv', 'export-x']
    for (const name of [...others, `glidepath-${id}.partial`])
      await writeFile(path.join(folder, name), 'x')
    await writeFile(path.join(dataDir, `export-${id}`), folder)
    await writeFile(path.join(dataDir, `export-${randomUUID()}`), '../..')
    await writeFile(path.join(dataDir, `export-${randomUUID()}`), path.join(folder, 'gone'))
    await writeFile(path.join(dataDir, 'export-x'), path.join(folder, 'a.csv'))
    await removeUnfinished(dataDir)
    expect((await readdir(folder)).toSorted()).toEqual(others.toSorted())
    expect(await readdir(dataDir)).toEqual(['export-x'])
  })
})
