import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { z } from 'zod'
import type { AppError } from '#shared/errors.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Logger } from '../../platform/ports.ts'
import { createKeptWorker, workerBeside, WorkerTooSlow } from '../../../workers/kept-workers.ts'
import type { PdfFonts } from './document.ts'
import type { PdfWork } from './pdf-worker.ts'

/** Long enough for the largest file; a worker that needs longer would probably never end. */
const limitMs = 120_000

const isSource = import.meta.url.endsWith('.ts')

/** A font file: next to the built program, or in npm's folder when run from sources. */
const readFont = (source: string, built: string): Promise<Uint8Array> =>
  readFile(
    isSource
      ? createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${source}`)
      : new URL(`./fonts/${built}`, import.meta.url),
  )

/**
 * The fonts of a PDF. Rejects if a file is missing, which means that the installation is damaged.
 */
export const readFonts = async (): Promise<PdfFonts> => ({
  regular: await readFont('400Regular/NotoSans_400Regular.ttf', 'NotoSans-Regular.ttf'),
  bold: await readFont('600SemiBold/NotoSans_600SemiBold.ttf', 'NotoSans-SemiBold.ttf'),
})

const workerUrl = workerBeside(import.meta.url, 'pdf-worker.js')

/**
 * Gives `work` to a new worker and returns its answer. Fails with `failure`, or with a message about `task` if it took
 * too long.
 */
export const askPdfWorker = async <T>(
  logger: Logger,
  work: PdfWork,
  answer: z.ZodType<T>,
  task: string,
  failure: AppError,
): Promise<Result<T>> => {
  const worker = createKeptWorker(workerUrl)
  try {
    return ok(await worker.ask({ ...work, fonts: await readFonts() }, answer, { limitMs }))
  } catch (cause) {
    logger.error(`${task} failed`, cause)
    const message = `${task} took longer than two minutes, so it was stopped.`
    return fail(cause instanceof WorkerTooSlow ? { ...failure, message } : failure)
  } finally {
    void worker.stop()
  }
}
