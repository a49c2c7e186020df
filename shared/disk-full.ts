import type { AppError } from './errors.ts'

/** Says that the disk or the user's quota is full. */
export const diskFull = (details: string): AppError => ({
  code: 'records.diskFull',
  message: 'The disk is full, so nothing was saved.',
  advice: 'Free some space and try again.',
  details,
})

/** A disk that is full or cannot be used, unlike a database that is damaged or locked. */
export const isTroubleOfDisk = ({ code }: AppError): boolean =>
  code === 'records.diskFull' || code === 'internal'

/** Says that the data folder could not be used, because of `reason`. */
export const folderUnusable = (reason: string, details: string): AppError => ({
  code: 'internal',
  message: `The data folder could not be used (${reason || 'unknown reason'}).`,
  advice: 'Check that the data folder exists and that you may write to it.',
  details,
})

/** Says that the disk took a change but may have lost it; only the next start shows. */
export const perhapsWritten = (details: string): AppError => ({
  code: 'internal',
  message: 'The disk failed while this was written, so it may be there or not.',
  advice: 'Check the disk, start Glidepath again, and look.',
  details,
})
