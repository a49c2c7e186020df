import type { AppError } from './errors.ts'

/** Carries an {@link AppError} where a value cannot be returned, for example out of a callback or a rejected promise. */
export class AppFailure extends Error {
  override readonly name = 'AppFailure'
  readonly error: AppError

  constructor(error: AppError, options?: ErrorOptions) {
    super(error.message, options)
    this.error = error
  }
}
