import type { AppError } from '#shared/errors.ts'

/** Whether a receipt with this error is removed or damaged: it will not open another time either. All else may pass. */
export const isLostForGood = ({ code }: AppError): boolean =>
  code === 'records.notFound' || code === 'records.damaged'
