import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { z } from 'zod'
import type { AppError } from '#shared/errors.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Logger } from '../../ports.ts'
import { nextMessage, ThreadTooSlow, workerBeside } from '../../worker-keeper.ts'
import type { PdfFonts } from './document.ts'
import type { PdfWork } from './pdf-worker.ts'

/** Milliseconds for the largest file; a worker that needs longer hardly ends at all. */
const longestMs = 120_000

/** The one answer of a new worker to `work`. Rejects as {@link nextMessage} does; the worker ends either way. */
export const askThread = async (url: URL, work: object, limitMs = longestMs): Promise<unknown> => {
  const worker = new Worker(url, { workerData: work })
  try {
    return await nextMessage(worker, limitMs)
  } finally {
    void worker.terminate()
  }
}

const isSource = import.meta.url.endsWith('.ts')

/** A font file, beside the built program; from sources, in npm's folder. */
const readFont = (source: string, built: string): Promise<Uint8Array> =>
  readFile(
    isSource
      ? createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${source}`)
      : new URL(`./fonts/${built}`, import.meta.url),
  )

/** Rejects if a font file is missing, which is a fault of the installation. */
export const readFonts = async (): Promise<PdfFonts> => ({
  regular: await readFont('400Regular/NotoSans_400Regular.ttf', 'NotoSans-Regular.ttf'),
  bold: await readFont('600SemiBold/NotoSans_600SemiBold.ttf', 'NotoSans-SemiBold.ttf'),
})

const workerUrl = workerBeside(import.meta.url, 'pdf-worker.js')

/** The worker's answer to `work`. Fails with `failure`, and says so of `task` if it took too long. */
export const askPdfWorker = async <T>(
  logger: Logger,
  work: PdfWork,
  answer: z.ZodType<T>,
  task: string,
  failure: AppError,
): Promise<Result<T>> => {
  try {
    return ok(answer.parse(await askThread(workerUrl, { ...work, fonts: await readFonts() })))
  } catch (cause) {
    logger.error(`${task} failed`, cause)
    const message = `${task} took longer than two minutes, so it was stopped.`
    return fail(cause instanceof ThreadTooSlow ? { ...failure, message } : failure)
  }
}
