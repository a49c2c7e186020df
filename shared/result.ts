import type { AppError } from './errors.ts'

/** An expected outcome: a value, or a failure that the program can explain. Bugs are thrown, never returned. */
export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })

export const fail = (error: AppError): Result<never> => ({ ok: false, error })

/** `result` with what `use` makes of its value; a failure stays as it is. */
export const mapped = <T, U>(result: Result<T>, use: (value: T) => U): Result<U> =>
  result.ok ? ok(use(result.value)) : result

/** A failure of what a person entered or chose. */
export const invalid = (message: string, advice: string): Result<never> =>
  fail({ code: 'input.invalid', message, advice })
