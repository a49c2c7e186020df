import { fail, ok, type Result } from '#shared/result.ts'
import type { Ask, Clock, ShowQuestion } from '../platform/ports.ts'

const minuteMs = 60_000
const mostAMinute = 2

const refused = (message: string, advice: string) =>
  fail({ code: 'question.refused', message, advice })

/**
 * Asks through the host, one question at a time and at most two a minute, so that nobody is worn down into agreeing.
 * `show` is null in a host that cannot ask; everything is refused there.
 */
export const createAsking = (show: ShowQuestion | null, clock: Pick<Clock, 'monotonic'>): Ask => {
  let isOpen = false
  let askedAt: readonly number[] = []
  return async (question, signal): Promise<Result<void>> => {
    const isLocked = () => signal.aborted
    if (show === null)
      return refused(
        'A browser window cannot ask you for this, so it was not done.',
        'Use the desktop program, or have an administrator set it with --provision.',
      )
    if (isLocked()) return fail({ code: 'lock.locked', message: 'Glidepath is locked.' })
    const now = clock.monotonic()
    askedAt = askedAt.filter((at) => now - at < minuteMs)
    if (isOpen)
      return refused('Glidepath is already asking you something.', 'Answer that question first.')
    if (askedAt.length >= mostAMinute)
      return refused(
        'Glidepath asks at most two questions a minute, so this was not done.',
        'Wait a minute, and then do it again.',
      )
    askedAt = [...askedAt, now]
    isOpen = true
    try {
      if ((await show(question, signal)) && !isLocked()) return ok(undefined)
    } finally {
      isOpen = false
    }
    return isLocked()
      ? refused('Glidepath was locked before you answered.', 'Unlock it, and do it again.')
      : refused('You answered No, so it was not done.', 'Nothing has changed.')
  }
}
