import { fail, ok, type Result } from '#shared/result.ts'
import { classifyKeychainFailure, keychainError } from './keychain-errors.ts'

/** Runs one native keychain call; its failures come back as values. */
export type KeychainCall = <T>(native: () => Promise<T>) => Promise<Result<T>>

interface KeychainQueue {
  readonly run: <T>(work: (call: KeychainCall) => Promise<Result<T>>) => Promise<Result<T>>
  /** Whether a native call has not ended, whether or not anybody still waits for it. */
  readonly isWaiting: () => boolean
}

const timedOut = Symbol('timed out')

/**
 * Runs keychain work one piece at a time and bounds every native call.
 *
 * A native call that hangs (a prompt nobody answers) holds a thread of Node's small pool, so while one is outstanding
 * no other is started: the rest fail at once with `keychain.timeout` until it ends.
 */
export const createKeychainQueue = (timeoutMs: number): KeychainQueue => {
  let tail: Promise<unknown> = Promise.resolve()
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
      // Its end is of no use any more, but a late rejection must not count as unhandled.
      running.catch(() => undefined)
      return fail(keychainError('timeout', `no answer within ${timeoutMs} ms`))
    } catch (cause) {
      return fail(classifyKeychainFailure(cause))
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    run: (work) => {
      const turn = tail.then(() => work(call))
      tail = turn.catch(() => undefined)
      return turn
    },
    isWaiting: () => outstanding,
  }
}
