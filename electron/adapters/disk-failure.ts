import type { AppError } from '#shared/errors.ts'

/** The code of a failure of the operating system, such as `ENOENT`; empty where it has none. */
export const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : ''

/** The disk, or a person's share of it, is full, or takes no file of this size. */
export const isFull = (cause: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(cause))

/** What the person is told when the data folder fails: `records.diskFull`, or `internal` for all else. */
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
