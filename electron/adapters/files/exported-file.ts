import { randomUUID } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
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

/** Only the owner can read the file; see {@link WriteExport}. */
export const writeExport: WriteExport = async (path, bytes) => {
  try {
    const target = await behindLinks(path)
    const folder = dirname(target)
    await replaceWhole(target, join(folder, `glidepath-${randomUUID()}${temporarySuffix}`), bytes)
    // A failure is harmless: the file is there, and many shares and USB sticks cannot sync a folder.
    await syncFolder(folder).catch(() => undefined)
    return ok(undefined)
  } catch (cause) {
    return fail(exportFailure(path, cause))
  }
}
