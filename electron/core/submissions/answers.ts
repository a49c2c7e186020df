import type { Result } from '#shared/result.ts'

/** Answers kept for a message that comes twice; an older one is told that its review is no longer open. */
const maxAnswered = 200

/** What was sent, and what came of it: a message that comes twice is answered twice and sent once. */
export const createAnswers = <T>() => {
  const given = new Map<string, Promise<Result<T>>>()
  const answered: string[] = []
  return {
    of: (submissionId: string): Promise<Result<T>> | undefined => given.get(submissionId),
    /** A refusal before anything was journalled may be tried again; a receipt stands for good. */
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
