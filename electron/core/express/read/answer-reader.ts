import type { z } from 'zod'
import { resultSchema } from '#shared/errors.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { readSubmission } from '#shared/express/read/read-submission.ts'
import type { SubmissionOperation } from '#shared/express/operations.ts'
import { forecastReadingSchema, submissionReadingSchema } from '#shared/express/reading.ts'
import type { Result } from '#shared/result.ts'
import { createKeptWorker, workerBeside } from '../../../workers/kept-workers.ts'
import type { Logger } from '../../platform/ports.ts'
import { tooMuch, type AnswerRequest } from './read-answer.ts'

export interface AnswerReaderOptions {
  readonly logger: Logger
  readonly workerUrl?: URL
  /** Maximum heap of the worker, megabytes. */
  readonly maxMemoryMb?: number
}

const ownWorker = workerBeside(import.meta.url, 'answer-worker.js')

/**
 * Answers up to this length, in characters, are read on this thread: that takes about two milliseconds, less than with
 * a worker.
 */
const shortLength = 200_000

/** True if reading `text` takes long enough that the screen should say so. */
export const isLong = (text: string): boolean => text.length > shortLength

const forecastSchema = resultSchema(forecastReadingSchema)
const submissionSchema = resultSchema(submissionReadingSchema)

/**
 * Reads answers without blocking the thread that serves the page. An answer that needs more memory than the worker has
 * fails with `service.unreadable`.
 *
 * Short texts are read on this thread, long ones in a worker, which starts on first use and
 * restarts after a failure. A text that crashes the worker is not read again on this thread,
 * because it would crash the program.
 */
export const createAnswerReader = ({
  logger,
  workerUrl = ownWorker,
  maxMemoryMb = 2048,
}: AnswerReaderOptions) => {
  const worker = createKeptWorker(workerUrl, {
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  })

  const inWorker = async <T>(request: AnswerRequest, schema: z.ZodType<Result<T>>) => {
    try {
      return await worker.ask(request, schema)
    } catch (cause) {
      logger.error('reading an answer in a worker failed', cause)
      return tooMuch
    }
  }

  const read = async <T>(
    request: AnswerRequest,
    schema: z.ZodType<Result<T>>,
    here: () => Result<T>,
  ) => (isLong(request.text) ? inWorker(request, schema) : here())

  return {
    forecast: (text: string) =>
      read({ operation: 'forecast', text }, forecastSchema, () => readForecast(text)),
    submission: (operation: SubmissionOperation, text: string) =>
      read({ operation, text }, submissionSchema, () => readSubmission(operation, text)),
    close: worker.close,
  }
}

export type AnswerReader = ReturnType<typeof createAnswerReader>
