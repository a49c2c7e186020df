import type { Result } from '#shared/result.ts'

/** The value of a successful result; throws with code and message otherwise. */
export const valueOf = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`)
  return result.value
}

/** `ok`, or the code of the failure. */
export const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.code)
