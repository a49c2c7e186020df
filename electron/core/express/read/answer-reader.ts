import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { appErrorSchema } from '#shared/errors.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { readSubmission } from '#shared/express/read/read-submission.ts'
import type { SubmissionOperation } from '#shared/express/operations.ts'
import {
  forecastReadingSchema,
  submissionReadingSchema,
  type ForecastReading,
  type SubmissionReading,
} from '#shared/express/reading.ts'
import { createQueue } from '#shared/queue.ts'
import type { Result } from '#shared/result.ts'
import { createKeptWorker } from '../../worker-keeper.ts'
import type { Logger } from '../../ports.ts'
import { tooMuch, type AnswerRequest } from './read-answer.ts'

export interface AnswerReaderOptions {
  readonly logger: Logger
  readonly workerUrl?: URL
  /** Maximum heap of the worker, megabytes. */
  readonly maxMemoryMb?: number
}

const isSource = import.meta.url.endsWith('.ts')
const ownWorker = new URL(isSource ? './answer-worker.ts' : './answer-worker.js', import.meta.url)

/** Shorter answers take about two milliseconds here, less than the way to a worker and back; characters. */
const shortLength = 200_000

/** Whether reading `text` takes so long that the screen says it. */
export const isLong = (text: string): boolean => text.length > shortLength

const failureSchema = z.strictObject({ ok: z.literal(false), error: appErrorSchema })
const forecastSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: forecastReadingSchema }),
  failureSchema,
])
const submissionSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: submissionReadingSchema }),
  failureSchema,
])

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
  const inOrder = createQueue()
  const { start, stop } = createKeptWorker({
    url: workerUrl,
    name: 'answer worker',
    logger,
    maxMemoryMb,
  })

  /** The next message of `worker`; rejects if it fails or ends first. */
  const nextMessage = async (worker: Worker): Promise<unknown> => {
    const ended = new AbortController()
    const { signal } = ended
    try {
      const exit = once(worker, 'exit', { signal }).then(() =>
        Promise.reject(new Error('the worker ended')),
      )
      const messages: readonly unknown[] = await Promise.race([
        once(worker, 'message', { signal }),
        exit,
      ])
      return messages[0]
    } finally {
      ended.abort()
    }
  }

  const inWorker = async <T>(
    request: AnswerRequest,
    schema: z.ZodType<Result<T>>,
  ): Promise<Result<T>> => {
    try {
      const worker = start()
      worker.ref()
      worker.postMessage(request)
      const answer = schema.parse(await nextMessage(worker))
      worker.unref()
      return answer
    } catch (cause) {
      await stop()
      logger.error('reading an answer in a worker failed', cause)
      return tooMuch()
    }
  }

  const read = async <T>(
    request: AnswerRequest,
    schema: z.ZodType<Result<T>>,
    here: () => Result<T>,
  ): Promise<Result<T>> =>
    isLong(request.text) ? inOrder('answer', () => inWorker(request, schema)) : here()

  return {
    forecast: (text: string): Promise<Result<ForecastReading>> =>
      read({ operation: 'forecast', text }, forecastSchema, () => readForecast(text)),
    submission: (
      operation: SubmissionOperation,
      text: string,
    ): Promise<Result<SubmissionReading>> =>
      read({ operation, text }, submissionSchema, () => readSubmission(operation, text)),
    close: () => inOrder('answer', stop),
  }
}

export type AnswerReader = ReturnType<typeof createAnswerReader>
