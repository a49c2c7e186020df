import { Worker } from 'node:worker_threads'
import { fail, type Result } from '#shared/result.ts'
import type { Logger } from '../ports.ts'
import { createQueue } from '#shared/queue.ts'
import type { z } from 'zod'
import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import type { ParticipantReading } from '#shared/participant/profile.ts'
import type { Range } from '#shared/participant/split-participants.ts'
import type { MappingPreview } from '#shared/participant/trace.ts'
import {
  inspectionAnswers,
  type Inspected,
  type InspectionJob,
  type ReadingWay,
} from './inspection.ts'
import type { OwnFile } from './inspect.ts'

/** Reads participant files outside the main thread. */
export interface Inspector {
  /** Fails with `participant.*`; `participant.tooComplex` means too much time or memory. */
  inspect(bytes: Uint8Array, way?: ReadingWay): Promise<Result<Inspected>>
  /** Reads a decoded text again. Fails like `inspect`. */
  readAgain(text: string, way: ReadingWay): Promise<Result<ParticipantReading>>
  /** What a mapping finds for the participant at `index`. Fails like `inspect`. */
  preview(text: string, index: number, way: ReadingWay): Promise<Result<MappingPreview | null>>
  /**
   * One file for each participant, or only for the one at `only`. Fails like `inspect`, and with
   * `participant.notSplit`.
   */
  split(
    file: Pick<Inspected, 'text' | 'encoding' | 'mark'>,
    only: number | null,
    way: ReadingWay,
  ): Promise<Result<readonly OwnFile[]>>
  /**
   * For each participant, the parts of the text that form a file of that participant alone: the result of `split`
   * without a copy of the text. Fails like `split`.
   */
  parts(text: string, way: ReadingWay): Promise<Result<readonly (readonly Range[])[]>>
  close(): Promise<void>
}

interface InspectorOptions {
  readonly logger: Logger
  /** Wall-clock limit of one reading, milliseconds. */
  readonly timeoutMs?: number
  /** Maximum heap of the worker, megabytes. */
  readonly maxMemoryMb?: number
  readonly workerUrl?: URL
}

const isSource = import.meta.url.endsWith('.ts')
const ownWorker = new URL(
  isSource ? './participant-worker.ts' : './participant-worker.js',
  import.meta.url,
)

const defaultTimeoutMs = 10_000
/** Factor for the time limit of a split, which reads the whole file and each participant's part again. */
const splitPatience = 6
const asPublished: ReadingWay = { mapping: publishedMapping, today: '' }
/** Loading the worker's code is not the file's fault, so it has its own limit. */
const startTimeoutMs = 60_000

/** Advice to split does not suit a file that fails to split. */
const tooComplex = (kind: InspectionJob['kind'], why: string): Result<never> => {
  const isSplit = kind === 'split' || kind === 'parts'
  return fail({
    code: 'participant.tooComplex',
    message: `${isSplit ? 'Splitting' : 'Reading'} the file took ${why}, so it was stopped.`,
    advice: isSplit
      ? 'Ask for an export with fewer participants.'
      : 'Split the file, or ask for an export with fewer participants.',
  })
}

/** The next message of `worker`; rejects if it ends or throws first, or after `timeoutMs`. */
const nextMessage = (worker: Worker, timeoutMs: number): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      end()
    }
    const onMessage = (message: unknown) => settle(() => resolve(message))
    const onError = (cause: unknown) =>
      settle(() =>
        reject(cause instanceof Error ? cause : new Error('the worker failed', { cause })),
      )
    const onExit = () => settle(() => reject(new Error('the worker ended')))
    const timer = setTimeout(
      () => settle(() => reject(new DOMException('took too long', 'TimeoutError'))),
      timeoutMs,
    )
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  })

const isTimeout = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === 'TimeoutError'

/** Starts one worker on first use, keeps it, and restarts it after a crash or time-out; files run one after another. */
export const createInspector = (options: InspectorOptions): Inspector => {
  const {
    logger,
    timeoutMs = defaultTimeoutMs,
    maxMemoryMb = 1024,
    workerUrl = ownWorker,
  } = options
  const inOrder = createQueue()
  let current: Worker | null = null

  const start = async (): Promise<Worker> => {
    if (current) return current
    const worker = new Worker(workerUrl, {
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    })
    // An error between two files must not become an uncaught exception.
    worker.on('error', (cause) =>
      logger.warn(`participant worker: ${cause instanceof Error ? cause.name : 'error'}`),
    )
    worker.on('exit', () => {
      if (current === worker) current = null
    })
    current = worker
    await nextMessage(worker, startTimeoutMs)
    return worker
  }

  const stop = async (): Promise<void> => {
    const worker = current
    current = null
    await worker?.terminate()
  }

  const ask = async <T>(
    job: InspectionJob,
    answers: z.ZodType<Result<T>>,
    limitMs = timeoutMs,
  ): Promise<Result<T>> => {
    try {
      const worker = await start()
      worker.ref()
      worker.postMessage(job, job.kind === 'bytes' ? [job.bytes.buffer] : [])
      const answer = answers.parse(await nextMessage(worker, limitMs))
      worker.unref()
      return answer
    } catch (cause) {
      await stop()
      if (isTimeout(cause)) {
        const seconds = Math.round(limitMs / 1000)
        return tooComplex(job.kind, `longer than ${seconds} seconds`)
      }
      logger.error('reading a participant file failed', cause)
      return tooComplex(job.kind, 'more than the program can give')
    }
  }

  const inTurn = <T>(job: () => Promise<Result<T>>): Promise<Result<T>> => inOrder('file', job)
  return {
    inspect: (bytes, way = asPublished) =>
      inTurn(() =>
        ask({ kind: 'bytes', bytes: new Uint8Array(bytes), ...way }, inspectionAnswers.bytes),
      ),
    readAgain: (text, way) =>
      inTurn(() => ask({ kind: 'text', text, ...way }, inspectionAnswers.text)),
    preview: (text, index, way) =>
      inTurn(() => ask({ kind: 'preview', text, index, ...way }, inspectionAnswers.preview)),
    split: ({ text, encoding, mark }, only, way) =>
      inTurn(() =>
        ask(
          { kind: 'split', text, encoding, mark, only, ...way },
          inspectionAnswers.split,
          timeoutMs * splitPatience,
        ),
      ),
    parts: (text, way) =>
      inTurn(() =>
        ask({ kind: 'parts', text, ...way }, inspectionAnswers.parts, timeoutMs * splitPatience),
      ),
    close: () => inOrder('file', stop),
  }
}
