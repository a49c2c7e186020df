import type { AppError } from './errors.ts'

/** An expected outcome: a value, or a failure the program knows how to explain. Bugs are thrown, never returned. */
export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError }

/** A successful result holding `value`. */
export const ok = <T>(value: T): Result<T> => ({ ok: true, value })

/** A failed result holding `error`. */
export const fail = (error: AppError): Result<never> => ({ ok: false, error })
