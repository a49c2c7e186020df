import type { z } from 'zod'
import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import type { PutBack } from '#shared/participant/put-back.ts'
import { fail, type Result } from '#shared/result.ts'
import type { Logger } from '../platform/ports.ts'
import { createKeptWorker, workerBeside, WorkerTooSlow } from '../../workers/kept-workers.ts'
import { inspectionAnswers } from './inspection.ts'
import type { Inspected, InspectionJob, ReadingWay } from './inspection.ts'

interface InspectorOptions {
  readonly logger: Logger
  /** Time limit for one reading, in milliseconds of wall-clock time. */
  readonly timeoutMs?: number
  /** Maximum heap of the worker, megabytes. */
  readonly maxMemoryMb?: number
  readonly workerUrl?: URL
}

const ownWorker = workerBeside(import.meta.url, 'participant-worker.js')

const splitPatience = 6
const asPublished: ReadingWay = { mapping: publishedMapping, today: '' }

/** Omits the advice to split a file if that file cannot be split. */
const tooComplex = (kind: InspectionJob['kind'], why: string) => {
  const isSplit = kind === 'split' || kind === 'parts'
  return fail({
    code: 'participant.tooComplex',
    message: `${isSplit ? 'Splitting' : 'Reading'} the file took ${why}, so it was stopped.`,
    advice: isSplit
      ? 'Ask for an export with fewer participants.'
      : 'Split the file, or ask for an export with fewer participants.',
  })
}

/**
 * Reads participant files in one worker, one after another. The worker starts on first use and
 * again after a failure. Every function fails with `participant.*`. `participant.tooComplex` means
 * that a file takes too much time or memory.
 */
export const createInspector = ({
  logger,
  timeoutMs = 10_000,
  maxMemoryMb = 1024,
  workerUrl = ownWorker,
}: InspectorOptions) => {
  const worker = createKeptWorker(workerUrl, {
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  })

  const ask = async <T>(
    job: InspectionJob,
    answers: z.ZodType<Result<T>>,
    limitMs = timeoutMs,
  ): Promise<Result<T>> => {
    try {
      return await worker.ask(job, answers, { limitMs })
    } catch (cause) {
      if (cause instanceof WorkerTooSlow)
        return tooComplex(job.kind, `longer than ${Math.round(limitMs / 1000)} seconds`)
      logger.error('reading a participant file failed', cause)
      return tooComplex(job.kind, 'more than the program can give')
    }
  }

  return {
    inspect: (bytes: Uint8Array, way = asPublished) =>
      ask({ kind: 'bytes', bytes: new Uint8Array(bytes), ...way }, inspectionAnswers.bytes),
    readAgain: (text: string, way: ReadingWay) =>
      ask({ kind: 'text', text, ...way }, inspectionAnswers.text),
    preview: (text: string, index: number, way: ReadingWay) =>
      ask({ kind: 'preview', text, index, ...way }, inspectionAnswers.preview),
    /** One file for each participant, or only for the one at `only`. Also fails with `participant.notSplit`. */
    split: (
      { text, encoding, mark }: Pick<Inspected, 'text' | 'encoding' | 'mark'>,
      only: number | null,
      way: ReadingWay,
    ) => {
      const job = { kind: 'split', text, encoding, mark, only, ...way } as const
      return ask(job, inspectionAnswers.split, timeoutMs * splitPatience)
    },
    /**
     * Returns the ranges of the text that form each participant's separate file. It is like
     * `split`, but copies no text.
     */
    parts: (text: string, way: ReadingWay) =>
      ask({ kind: 'parts', text, ...way }, inspectionAnswers.parts, timeoutMs * splitPatience),
    /** A later file with values of an earlier one; see `putBack` in shared. */
    putBack: (text: string, { before, days, parts }: PutBack, way: ReadingWay) =>
      ask(
        { kind: 'putBack', text, before, days, parts: [...parts], ...way },
        inspectionAnswers.putBack,
      ),
    /** What else differs between two files; see `otherChangesInFiles` in shared. */
    otherChanges: (text: string, earlier: string, way: ReadingWay) =>
      ask({ kind: 'otherChanges', text, earlier, ...way }, inspectionAnswers.otherChanges),
    close: worker.close,
  }
}
export type Inspector = ReturnType<typeof createInspector>
