import { createQueue } from '#shared/queue.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { classifyKeychainFailure, keychainError } from './keychain-errors.ts'

/** Runs one native keychain call and returns its failure as a value. */
export type KeychainCall = <T>(native: () => Promise<T>) => Promise<Result<T>>

const timedOut = Symbol('timed out')

/**
 * Runs keychain work one piece at a time, with a time limit for every native call.
 *
 * A native call that hangs, for example on an unanswered prompt, holds a thread of Node's small
 * pool. Until that call ends, all other calls fail at once with `keychain.timeout`.
 */
export const createKeychainQueue = (timeoutMs: number) => {
  const inOrder = createQueue()
  let outstanding = false

  const call: KeychainCall = async (native) => {
    if (outstanding) return fail(keychainError('timeout', 'an earlier call has not ended'))
    outstanding = true
    const running = native().finally(() => {
      outstanding = false
    })
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<typeof timedOut>((resolve) => {
      timer = setTimeout(() => resolve(timedOut), timeoutMs)
    })
    try {
      const value = await Promise.race([running, limit])
      if (value !== timedOut) return ok(value)
      // Nobody needs the call's result any more, but a late rejection must not be reported as
      // unhandled.
      running.catch(() => undefined)
      return fail(keychainError('timeout', `no answer within ${timeoutMs} ms`))
    } catch (cause) {
      return fail(classifyKeychainFailure(cause))
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    run: <T>(work: (call: KeychainCall) => Promise<Result<T>>) => inOrder('', () => work(call)),
    /** True while a native call has not ended, even if nobody waits for it any more. */
    isWaiting: () => outstanding,
  }
}
