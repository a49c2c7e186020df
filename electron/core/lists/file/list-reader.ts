import { randomUUID } from 'node:crypto'
import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import type { ListDefaults, ListMapping, AskedReading, OutcomeForm } from '#shared/lists/list.ts'
import type { PlanOfFile } from '../../environments/plans/read-plans.ts'
import { createKeptWorker, workerBeside } from '../../../workers/kept-workers.ts'
import type { Logger } from '../../platform/ports.ts'
import type { CheckedRow } from './check-rows.ts'
import {
  listAnswerSchema,
  listPieceSchema,
  type ListFacts,
  type ListPiece,
  type ListReading,
  type ListTask,
} from './list-messages.ts'

/** The file of a list: its key for the worker, and access to its bytes in pieces of about a megabyte. */
export interface ListSource {
  readonly key: string
  readonly pieces: () => Promise<Result<readonly Uint8Array[]>>
}

interface ListReaderOptions {
  readonly logger: Logger
  readonly workerUrl?: URL
  /** Maximum heap of the worker, megabytes. */
  readonly maxMemoryMb?: number
}

const ownWorker = workerBeside(import.meta.url, 'list-worker.js')

const failed = fail({
  code: 'internal',
  message: 'Reading the list took more than the program can give, so it was stopped.',
  advice: 'Split the file, or save it anew as CSV.',
})

/**
 * Reads lists in one worker, one task after another. The worker starts on first use and again after a failure.
 * Everything fails with `input.invalid`, or with `internal` if the worker failed.
 */
export const createListReader = ({
  logger,
  workerUrl = ownWorker,
  maxMemoryMb = 1024,
}: ListReaderOptions) => {
  const worker = createKeptWorker(workerUrl, {
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  })

  /** Runs a task; returns what `pick` takes from its pieces, in order. */
  const run = async <T>(
    source: ListSource,
    task: ListTask,
    pick: (piece: ListPiece) => readonly T[] | undefined,
  ): Promise<Result<T[]>> => {
    const found: T[] = []
    const onPiece = (piece: unknown): void =>
      void found.push(...(pick(listPieceSchema.parse(piece)) ?? []))
    const ask = (pieces: readonly Uint8Array[] | null) =>
      worker.ask({ key: source.key, pieces, task }, listAnswerSchema, { onPiece })
    try {
      let answer = await ask(null)
      if (answer.ok && answer.value === 'needsBytes') {
        const pieces = await source.pieces()
        if (!pieces.ok) return pieces
        answer = await ask(pieces.value)
      }
      return whenOk(answer, () => ok(found))
    } catch (cause) {
      logger.error('reading a list failed', cause)
      return failed
    }
  }

  return {
    read: async (source: ListSource, reading: AskedReading): Promise<Result<ListFacts>> => {
      const done = await run(source, { kind: 'read', reading }, (piece) =>
        piece.kind === 'facts' ? [piece.facts] : undefined,
      )
      if (!done.ok) return done
      const [facts] = done.value
      return facts ? ok(facts) : failed
    },

    check: (
      source: ListSource,
      reading: ListReading,
      mapping: ListMapping,
      defaults: ListDefaults,
      knownPlans: string[],
    ): Promise<Result<CheckedRow[]>> =>
      run(source, { kind: 'check', reading, mapping, defaults, knownPlans }, (piece) =>
        piece.kind === 'rows' ? piece.rows : undefined,
      ),

    /** The file with the program's columns, or the same as JSON; `cells` has one array for each row. */
    outcome: async (
      source: ListSource,
      reading: ListReading,
      outcomes: string[][],
      as: OutcomeForm,
    ): Promise<Result<Uint8Array<ArrayBuffer>>> => {
      const pieces = await run(source, { kind: 'outcome', reading, outcomes, as }, (piece) =>
        piece.kind === 'bytes' ? [piece.bytes] : undefined,
      )
      return pieces.ok ? ok(new Uint8Array(Buffer.concat(pieces.value))) : pieces
    },

    plans: (bytes: Uint8Array): Promise<Result<PlanOfFile[]>> =>
      run(
        { key: randomUUID(), pieces: async () => ok([bytes]) },
        { kind: 'plans', reading: { hasHeader: true } },
        (piece) => (piece.kind === 'plans' ? piece.plans : undefined),
      ),

    close: worker.close,
  }
}

export type ListReader = ReturnType<typeof createListReader>
