import { z } from 'zod'
import { resultSchema } from '#shared/errors.ts'
import type { SubmissionOperation } from '#shared/express/operations.ts'
import {
  decodedTextSchema,
  forecastReadingSchema,
  submissionReadingSchema,
  type DecodedText,
  type ForecastReading,
  type SubmissionReading,
} from '#shared/express/reading.ts'
import { ok, type Result } from '#shared/result.ts'
import { createKeptWorker, workerBeside } from '../../../workers/kept-workers.ts'
import type { Logger } from '../../platform/ports.ts'
import { withoutSession } from '../without-session.ts'
import {
  asReceived,
  decodeCut,
  readForecastAnswer,
  readSubmissionAnswer,
  tooMuch,
  type AnswerJob,
} from './read-answer.ts'

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
const decodedSchema = resultSchema(decodedTextSchema)
const cleanSchema = resultSchema(z.string())

/** The longest time for one job, milliseconds; the largest answer takes a few seconds. */
const limitMs = 30_000

/** After a longer text, in characters, the worker ends, so that its memory is free again. */
const largeLength = 8_000_000

/**
 * Reads answers without blocking the thread that serves the page. An answer that needs more memory or time than the worker
 * has fails with `service.unreadable`.
 *
 * Short texts are read on this thread, long ones in a worker, which starts on first use and
 * restarts after a failure. A text that crashes the worker is not read again on this thread,
 * because it would crash the program.
 */
export const createAnswerReader = ({
  logger,
  workerUrl = ownWorker,
  maxMemoryMb = 640,
}: AnswerReaderOptions) => {
  const worker = createKeptWorker(workerUrl, {
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  })

  const inWorker = async <T>(job: AnswerJob, schema: z.ZodType<Result<T>>) => {
    try {
      const done = await worker.ask(job, schema, { limitMs })
      if (job.text.length > largeLength) await worker.stop()
      return done
    } catch (cause) {
      logger.error('reading an answer in a worker failed', cause)
      return tooMuch
    }
  }

  const run = async <T>(job: AnswerJob, schema: z.ZodType<Result<T>>, here: () => Result<T>) =>
    isLong(job.text) ? inWorker(job, schema) : here()

  return {
    forecast: (text: string): Promise<Result<ForecastReading>> =>
      run({ operation: 'forecast', text }, forecastSchema, () => readForecastAnswer(text)),
    submission: (
      operation: SubmissionOperation,
      text: string,
    ): Promise<Result<SubmissionReading>> =>
      run({ operation, text }, submissionSchema, () => readSubmissionAnswer(operation, text)),
    /** See {@link decodeCut}. A text that cannot be decoded stays as it is, cut in the same way. */
    decode: async (text: string): Promise<DecodedText> => {
      const decoded = await run({ operation: 'decode', text }, decodedSchema, () =>
        ok(decodeCut(text)),
      )
      return decoded.ok ? decoded.value : asReceived(text)
    },
    /** See {@link withoutSession}. Fails with `service.unreadable`. */
    clean: (text: string, secrets: readonly string[]): Promise<Result<string>> =>
      run({ operation: 'clean', text, secrets: [...secrets] }, cleanSchema, () =>
        ok(withoutSession(text, secrets)),
      ),
    close: worker.close,
  }
}

export type AnswerReader = ReturnType<typeof createAnswerReader>
