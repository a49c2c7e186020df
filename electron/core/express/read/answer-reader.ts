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

/** Shorter answers take about two milliseconds here, less than the way to a worker and back; characters. */
const shortLength = 200_000

/** Whether reading `text` takes so long that the screen says it. */
export const isLong = (text: string): boolean => text.length > shortLength

const forecastSchema = resultSchema(forecastReadingSchema)
const submissionSchema = resultSchema(submissionReadingSchema)

/**
 * Reads answers without blocking the thread that serves the page. An answer that needs more memory than the worker has
 * fails with `service.unreadable`.
 *
 * Starts one worker on first use, keeps it, and restarts it after a failure. It reads each long text, and a
 * text that ends it is not read here, because it would end the program; a short one is read here.
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
