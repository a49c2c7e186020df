import type { AppError } from './errors.ts'

/** Carries an {@link AppError} where no value can be returned, for example from a callback. */
export class AppFailure extends Error {
  override readonly name = 'AppFailure'
  readonly error: AppError

  constructor(error: AppError, options?: ErrorOptions) {
    super(error.message, options)
    this.error = error
  }
}
