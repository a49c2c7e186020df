import { diskFull, folderUnusable } from '#shared/disk-full.ts'
import type { AppError } from '#shared/errors.ts'

/** The operating system's code for a failure, such as `ENOENT`; empty if there is none. */
export const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : ''

/** True if the disk or the user's quota is full, or if the file would be too large. */
export const isFull = (cause: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(cause))

/**
 * Turns a failure in the data folder into an error: `records.diskFull`, or `internal` for anything
 * else.
 */
export const diskFailure = (doing: string, cause: unknown): AppError =>
  isFull(cause)
    ? diskFull(`${doing}: ${codeOf(cause)}`)
    : folderUnusable(
        codeOf(cause),
        `${doing}: ${cause instanceof Error ? cause.message : String(cause)}`,
      )
