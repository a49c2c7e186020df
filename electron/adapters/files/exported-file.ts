import { randomUUID } from 'node:crypto'
import { readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import type { WriteExport } from '#electron/core/platform/ports.ts'
import type { AppError } from '#shared/errors.ts'
import { fail, ok } from '#shared/result.ts'
import { codeOf, isFull } from './disk-failure.ts'
import { replaceWhole, syncFolder, temporarySuffix } from './durable-replace.ts'

const forbidden: readonly string[] = ['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'ETXTBSY']
const gone: readonly string[] = [
  'ENOENT',
  'ENOTDIR',
  'ENODEV',
  'ENXIO',
  'ESTALE',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENOTCONN',
]

/** Says why the file at `path` could not be written. */
export const exportFailure = (path: string, cause: unknown): AppError => {
  const code = codeOf(cause)
  const [file, folder] = [`“${basename(path)}”`, `“${basename(dirname(path)) || dirname(path)}”`]
  const details = `${code || 'unknown reason'} in ${dirname(path)}`
  if (isFull(cause)) {
    const message = `The disk with the folder ${folder} is full.`
    return { code: 'export.diskFull', message, details }
  }
  if (forbidden.includes(code)) {
    const held = process.platform === 'win32' ? ', or another program has the file open' : ''
    const message = `There is no permission to write ${file} in the folder ${folder}${held}.`
    return { code: 'export.noPermission', message, details }
  }
  if (gone.includes(code))
    return { code: 'export.folderGone', message: `The folder ${folder} cannot be found.`, details }
  const notSaved = { code: 'export.notSaved', details } as const
  return code === 'ENAMETOOLONG'
    ? { ...notSaved, message: `The name ${file} is too long.`, advice: 'Choose a shorter name.' }
    : {
        ...notSaved,
        message: `${file} could not be written in the folder ${folder} (${code || 'unknown reason'}).`,
      }
}

/** Resolves symbolic links, so that a write replaces the target and not the link. */
const behindLinks = (path: string) => realpath(path).catch(() => path)

const markName = /^export-([0-9a-f-]{36})$/
const temporaryName = (id: string) => `glidepath-${id}${temporarySuffix}`

/**
 * Removes the unfinished files of exports during which the program was killed. A mark in `dataDir` names the folder of
 * each; only a file with the mark's own id is removed. Never fails: a folder that cannot be reached now is tried at the
 * next start.
 */
export const removeUnfinished = async (dataDir: string): Promise<void> => {
  const names = await readdir(dataDir).catch(() => [])
  for (const name of names) {
    const [, id] = markName.exec(name) ?? []
    if (id === undefined) continue
    const mark = join(dataDir, name)
    try {
      const folder = await readFile(mark, 'utf8')
      if (isAbsolute(folder)) await rm(join(folder, temporaryName(id)), { force: true })
      await rm(mark, { force: true })
    } catch {
      continue
    }
  }
}

/**
 * Writes exports; only the owner can read the file, see {@link WriteExport}. Until a file is whole, a mark in `dataDir`
 * names its folder, so that {@link removeUnfinished} finds it. An export goes on without the mark if the disk has no space.
 */
export const createWriteExport =
  (dataDir: string): WriteExport =>
  async (path, bytes) => {
    const id = randomUUID()
    const mark = join(dataDir, `export-${id}`)
    try {
      const target = await behindLinks(path)
      const folder = dirname(target)
      await writeFile(mark, resolve(folder), { mode: 0o600, flush: true }).catch(() => undefined)
      await replaceWhole(target, join(folder, temporaryName(id)), bytes)
      // A failure is harmless: the file is there, and many shares and USB sticks cannot sync a folder.
      await syncFolder(folder).catch(() => undefined)
      return ok(undefined)
    } catch (cause) {
      return fail(exportFailure(path, cause))
    } finally {
      await rm(mark, { force: true }).catch(() => undefined)
    }
  }
