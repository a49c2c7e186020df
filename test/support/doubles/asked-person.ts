import { createQuestions, type Questions } from '#electron/core/questions/questions.ts'
import type { Question } from '#electron/core/platform/ports.ts'
import { fail, ok } from '#shared/result.ts'

/** A person who answers every question of main the same way, by default Yes. */
export const askedPerson = (
  agrees: (question: Question) => boolean = () => true,
): { readonly questions: Questions; readonly asked: readonly Question[] } => {
  const asked: Question[] = []
  const questions = createQuestions(
    async (question) => {
      asked.push(question)
      return agrees(question)
        ? ok(undefined)
        : fail({ code: 'question.refused', message: 'You answered No, so it was not done.' })
    },
    () => ({ isLocked: () => false, onChange: () => () => undefined }),
    () => undefined,
  )
  return { questions, asked }
}
