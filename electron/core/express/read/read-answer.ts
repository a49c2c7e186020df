import { z } from 'zod'
import { submissionOperations } from '#shared/express/operations.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { readSubmission } from '#shared/express/read/read-submission.ts'
import type { ForecastReading, SubmissionReading } from '#shared/express/reading.ts'
import type { Result } from '#shared/result.ts'

/** An answer's verbatim text, and the operation that it answers. */
export const answerRequestSchema = z.strictObject({
  operation: z.enum(['forecast', ...submissionOperations]),
  text: z.string(),
})
export type AnswerRequest = z.infer<typeof answerRequestSchema>

/** Reads one answer, on any thread. */
export const readAnswer = ({
  operation,
  text,
}: AnswerRequest): Result<ForecastReading | SubmissionReading> =>
  operation === 'forecast' ? readForecast(text) : readSubmission(operation, text)
