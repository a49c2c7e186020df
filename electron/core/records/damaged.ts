import type { AppError } from '#shared/errors.ts'
import { fail, type Result } from '#shared/result.ts'

export const damaged = (details: string): Result<never> =>
  fail({
    code: 'records.damaged',
    message: 'This saved result is damaged and cannot be opened. It was left as it is.',
    advice: 'A forecast can be run again; submissions are listed under Activity.',
    details,
  })

/** Whether this error means a removed or damaged record, which will never open. Any other error may be temporary. */
export const isLostForGood = ({ code }: AppError): boolean =>
  code === 'records.notFound' || code === 'records.damaged'
