import type { Result } from '#shared/result.ts'

/** Maximum number of kept answers for repeated messages; for an older one the review is no longer open. */
const maxAnswered = 200

/** Keeps sent submissions and their results: a repeated message gets the same answer and sends nothing. */
export const createAnswers = <T>() => {
  const given = new Map<string, Promise<Result<T>>>()
  const answered: string[] = []
  return {
    of: (submissionId: string): Promise<Result<T>> | undefined => given.get(submissionId),
    /** A refusal before the first journal entry may be tried again; a receipt is final. */
    keep: async (submissionId: string, answer: Promise<Result<T>>): Promise<Result<T>> => {
      given.set(submissionId, answer)
      const result = await answer.catch((cause: unknown) => {
        given.delete(submissionId)
        throw cause
      })
      if (!result.ok) {
        given.delete(submissionId)
        return result
      }
      answered.push(submissionId)
      for (const oldest of answered.splice(0, answered.length - maxAnswered)) given.delete(oldest)
      return result
    },
  }
}
