import { z } from 'zod'
import { submissionOperations } from '#shared/express/operations.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { readSubmission } from '#shared/express/read/read-submission.ts'
import type { ForecastReading, SubmissionReading } from '#shared/express/reading.ts'
import { fail, type Result } from '#shared/result.ts'

export const answerRequestSchema = z.strictObject({
  operation: z.enum(['forecast', ...submissionOperations]),
  text: z.string(),
})
export type AnswerRequest = z.infer<typeof answerRequestSchema>

/** An answer that is unreadable because it takes too much memory. */
export const tooMuch = fail({
  code: 'service.unreadable',
  message: 'Reading the answer took more than the program can give, so it was stopped.',
  advice: 'Ask the people who run the service why the answer is like that.',
})

/**
 * Maximum number of commas, colons and opening brackets in an answer. Each costs `JSON.parse` up to
 * 150 bytes, and running out of heap ends the whole program, even if only a worker's limit is
 * exceeded. A forecast has half a million.
 */
const mostMarks = 8_000_000

const hasTooManyMarks = (text: string) => {
  if (text.length <= mostMarks) return false
  const marks = /[,:[{]/g
  let count = 0
  while (count <= mostMarks && marks.test(text)) count += 1
  return count > mostMarks
}

/** Reads one answer, on any thread. An answer with too many values fails with `service.unreadable`. */
export const readAnswer = ({
  operation,
  text,
}: AnswerRequest): Result<ForecastReading | SubmissionReading> =>
  hasTooManyMarks(text)
    ? tooMuch
    : operation === 'forecast'
      ? readForecast(text)
      : readSubmission(operation, text)
