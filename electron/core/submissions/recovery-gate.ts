import { fail, ok, type Result } from '#shared/result.ts'
import type { Settlement } from './settlement.ts'

/** Nothing is sent while it is not known what became of the submissions of the last run. */
export interface RecoveryGate {
  readonly recover: Settlement['recover']
  /** Tries again what failed. Fails with `submission.unaccounted` as long as it cannot be done. */
  readonly pass: () => Promise<Result<void>>
}

/** Once it has succeeded, `recover` is not called again: by then this run has submissions of its own under way. */
export const createRecoveryGate = (recover: Settlement['recover']): RecoveryGate => {
  let again: (() => Promise<Result<void>>) | null = null
  let trying: Promise<Result<void>> | null = null

  const attempt = async (find: Parameters<Settlement['recover']>[0]): Promise<Result<void>> => {
    const done = await recover(find)
    again = done.ok ? null : () => attempt(find)
    return done
  }

  return {
    recover: attempt,
    pass: async () => {
      if (again === null) return ok(undefined)
      trying ??= again().finally(() => {
        trying = null
      })
      const done = await trying
      if (done.ok) return done
      return fail({
        code: 'submission.unaccounted',
        message: 'What became of earlier submissions could not be looked up, so nothing was sent.',
        advice: 'Free some disk space or check the data folder, then send it again.',
        details: done.error.message,
      })
    },
  }
}
