import { z } from 'zod'
import { submissionOperations } from '#shared/express/operations.ts'
import { TooMany } from '#shared/express/read/notes.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { readSubmission } from '#shared/express/read/read-submission.ts'
import type { DecodedText, ForecastReading, SubmissionReading } from '#shared/express/reading.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { decodeTransactionText } from '../text/decode-text.ts'
import { withoutSession } from '../without-session.ts'

const text = z.string()

/** A job of the answer worker: to read an answer, to remove secrets from one, or to decode a text in it. */
export const answerJobSchema = z.discriminatedUnion('operation', [
  z.strictObject({ operation: z.enum(['forecast', ...submissionOperations]), text }),
  z.strictObject({ operation: z.literal('clean'), text, secrets: z.array(z.string()) }),
  z.strictObject({ operation: z.literal('decode'), text }),
])
export type AnswerJob = z.infer<typeof answerJobSchema>

/** An answer that is unreadable because it takes too much memory or time. */
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
const mostMarks = 4_500_000

const hasTooManyMarks = (json: string) => {
  if (json.length <= mostMarks) return false
  const marks = /[,:[{]/g
  let count = 0
  while (count <= mostMarks && marks.test(json)) count += 1
  return count > mostMarks
}

const read = <T>(json: string, reader: () => Result<T>): Result<T> => {
  if (hasTooManyMarks(json)) return tooMuch
  try {
    return reader()
  } catch (cause) {
    if (cause instanceof TooMany) return tooMuch
    throw cause
  }
}

/** Fails with `service.unreadable` also for an answer with too many values or entries. Works on any thread. */
export const readForecastAnswer = (json: string): Result<ForecastReading> =>
  read(json, () => readForecast(json))

/** Like {@link readForecastAnswer}. */
export const readSubmissionAnswer = (
  operation: (typeof submissionOperations)[number],
  json: string,
): Result<SubmissionReading> => read(json, () => readSubmission(operation, json))

/** Longer decoded texts are cut, characters; the verbatim answer has the rest. */
const mostDecoded = 1024 * 1024

const cut = (whole: string) =>
  whole.length <= mostDecoded ? whole : `${whole.slice(0, mostDecoded).toWellFormed()}…`

/** The decoded text, cut after a million characters. */
export const decodeCut = (encoded: string): DecodedText => {
  const decoded = decodeTransactionText(encoded)
  return { ...decoded, text: cut(decoded.text) }
}

/** A text that could not be decoded, cut in the same way. */
export const asReceived = (encoded: string): DecodedText => ({
  text: cut(encoded),
  encoding: 'unknown',
})

/** Does one job, on any thread. */
export const doJob = (
  job: AnswerJob,
): Result<ForecastReading | SubmissionReading | DecodedText | string> => {
  switch (job.operation) {
    case 'clean':
      return ok(withoutSession(job.text, job.secrets))
    case 'decode':
      return ok(decodeCut(job.text))
    case 'forecast':
      return readForecastAnswer(job.text)
    default:
      return readSubmissionAnswer(job.operation, job.text)
  }
}
