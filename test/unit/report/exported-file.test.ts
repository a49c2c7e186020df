import { execFile } from 'node:child_process'
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
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeExport } from '#electron/adapters/files/exported-file.ts'

const writer = fileURLToPath(new URL('../../support/worlds/files-writer.ts', import.meta.url))
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'glidepath-export-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})
const bytes = new TextEncoder().encode('new')

describe('writing a file where a user wants it', () => {
  test('leaves that file and nothing else, readable only by its owner', async () => {
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

  // Root may write anywhere, so the desktop tests cover missing permissions.
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
