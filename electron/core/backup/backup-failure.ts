import { basename } from 'node:path'
import type { AppError } from '#shared/errors.ts'

/** Result codes of SQLite: https://www.sqlite.org/rescode.html */
const sqlite = { readOnly: 8, ioError: 10, full: 13, cannotOpen: 14 }

const full: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', sqlite.full]
const forbidden: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS', sqlite.readOnly]
const gone: readonly unknown[] = [
  ...['ENOENT', 'ENOTDIR', 'ENODEV', 'ENXIO', 'ESTALE', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENOTCONN'],
  sqlite.cannotOpen,
]

const codeIn = (cause: unknown): unknown => {
  if (!(cause instanceof Error)) return null
  if ('errcode' in cause && typeof cause.errcode === 'number') return cause.errcode & 0xff
  return 'code' in cause ? cause.code : null
}

/** Says in a sentence why the backup folder could not be used; the details have the error of Node or SQLite. */
export const backupFailure = (folder: string, cause: unknown): AppError => {
  const code = codeIn(cause)
  const named = `“${basename(folder) || folder}”`
  const details = `${cause instanceof Error ? cause.message : String(cause)} (${folder})`
  const failure = (message: string, advice: string): AppError => ({
    ...{ code: 'backup.notMade', message, advice, details },
  })
  if (full.includes(code))
    return failure(
      `The disk with the folder ${named} is full.`,
      'Free some space there, or choose another folder.',
    )
  if (forbidden.includes(code))
    return failure(
      `There is no permission to write in the folder ${named}.`,
      'Choose another folder.',
    )
  if (gone.includes(code))
    return failure(
      `The folder ${named} cannot be reached.`,
      'Connect the drive again, or choose another folder.',
    )
  if (code === 'EIO' || code === sqlite.ioError)
    return failure(
      `Writing in the folder ${named} failed.`,
      'Check the drive, or choose another folder.',
    )
  return failure('The database could not be copied.', 'The details say why; earlier backups stay.')
}
