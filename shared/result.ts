import type { AppError } from './errors.ts'

/** An expected outcome: a value, or a failure that the program can explain. Bugs are thrown, never returned. */
export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })

export const fail = (error: AppError): Result<never> => ({ ok: false, error })

/** Applies `use` to the value and returns its result; a failure is returned unchanged. */
export const whenOk = <T, R>(result: Result<T>, use: (value: T) => R): R | Result<never> =>
  result.ok ? use(result.value) : result

/** A failure caused by something that a person entered or chose. */
export const invalid = (message: string, advice: string): Result<never> =>
  fail({ code: 'input.invalid', message, advice })

/** Like {@link invalid}, with the field instead of advice. */
export const invalidField = (message: string, field: string | undefined): Result<never> =>
  fail({ code: 'input.invalid', message, field })
