import type { SubmissionAttempt } from '../../express/classify-submission.ts'
import type { Logger } from '../../ports.ts'

/**
 * A fault of the program after sending began leaves the submission in doubt, and is recorded like any other outcome. If
 * it were thrown, nobody would learn of it before the next start.
 */
export const attemptSafely = async (
  attempt: () => Promise<SubmissionAttempt>,
  begun: { readonly sending: boolean },
  logger: Logger,
): Promise<SubmissionAttempt> => {
  try {
    return await attempt()
  } catch (cause) {
    if (!begun.sending) throw cause
    logger.error('a fault while a submission was sent', cause)
    const message =
      'Something went wrong inside the program while this was sent. The service may have carried it out.'
    return { kind: 'inDoubt', error: { code: 'internal', message } }
  }
}
