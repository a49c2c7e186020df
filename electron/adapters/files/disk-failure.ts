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
    ? {
        code: 'records.diskFull',
        message: 'The disk is full, so nothing was saved.',
        advice: 'Free some space and try again.',
        details: `${doing}: ${codeOf(cause)}`,
      }
    : {
        code: 'internal',
        message: `The data folder could not be used (${codeOf(cause) || 'unknown reason'}).`,
        advice: 'Check that the data folder exists and that you may write to it.',
        details: `${doing}: ${cause instanceof Error ? cause.message : String(cause)}`,
      }
