import { diskFull, folderUnusable } from '#shared/disk-full.ts'
import type { AppError } from '#shared/errors.ts'

/** The code of an operating-system failure, such as `ENOENT`; empty if there is none. */
export const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : ''

/** Whether the disk or the user's quota is full, or the file would be too large. */
export const isFull = (cause: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(cause))

/** The error for a failure of the data folder: `records.diskFull`, or `internal` for anything else. */
export const diskFailure = (doing: string, cause: unknown): AppError =>
  isFull(cause)
    ? diskFull(`${doing}: ${codeOf(cause)}`)
    : folderUnusable(
        codeOf(cause),
        `${doing}: ${cause instanceof Error ? cause.message : String(cause)}`,
      )
