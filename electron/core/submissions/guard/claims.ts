import { fail, type Result } from '#shared/result.ts'
import type { Intent } from './intent.ts'

/** What is being sent right now, so that nothing leaves beside what would do the same. */
export interface Claims {
  readonly holds: (submissionId: string) => boolean
  readonly isEmpty: () => boolean
  /** Does `work` while nothing of the same may be begun. Fails with `submission.alreadySent` where something was. */
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
      // Claimed before anything is awaited, so that no second intent can slip in between.
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
