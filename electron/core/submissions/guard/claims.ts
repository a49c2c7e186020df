import { fail, type Result } from '#shared/result.ts'
import type { Intent } from './intent.ts'

/** The submissions that are being sent now, so that no second one does the same. */
export interface Claims {
  readonly holds: (submissionId: string) => boolean
  readonly isEmpty: () => boolean
  /**
   * Runs `work` and refuses the same submission meanwhile. Fails with `submission.alreadySent` if it is already under
   * way.
   */
  readonly hold: <T>(
    intent: Pick<Intent, 'review' | 'keys'>,
    work: () => Promise<Result<T>>,
  ) => Promise<Result<T>>
}

export const createClaims = (): Claims => {
  const ids = new Set<string>()
  const claimed = new Set<string>()
  return {
    holds: (submissionId) => ids.has(submissionId),
    isEmpty: () => ids.size === 0,
    hold: async ({ review: { submissionId }, keys }, work) => {
      if (keys.some((key) => claimed.has(key))) {
        return fail({
          code: 'submission.alreadySent',
          message: 'The same submission is being sent right now.',
          advice: 'Wait for its receipt.',
        })
      }
      // The claim is before the first await, so that no second intent can slip in.
      ids.add(submissionId)
      for (const key of keys) claimed.add(key)
      try {
        return await work()
      } finally {
        ids.delete(submissionId)
        for (const key of keys) claimed.delete(key)
      }
    },
  }
}
