import type { AppError } from '#shared/errors.ts'

/** Whether this error means a removed or damaged record, which will never open. Any other error may pass. */
export const isLostForGood = ({ code }: AppError): boolean =>
  code === 'records.notFound' || code === 'records.damaged'
