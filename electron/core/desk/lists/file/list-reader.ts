import { randomUUID } from 'node:crypto'
import { on, once } from 'node:events'
import { createTurns } from '#shared/queue.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { ListDefaults, ListMapping, AskedReading, OutcomeForm } from '#shared/lists/list.ts'
import type { PlanOfFile } from '../../../environments/plans/read-plans.ts'
import { createKeptWorker, workerBeside } from '../../../worker-keeper.ts'
import type { Logger } from '../../../ports.ts'
import type { CheckedRow } from './check-rows.ts'
import {
  listReplySchema,
  type ListFacts,
  type ListReading,
  type ListReply,
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
 * Reads lists in one worker, which starts on first use and again after a failure, one task after another. Everything
 * fails with `input.invalid`, or with `internal` if the worker failed.
 */
export const createListReader = ({
  logger,
  workerUrl = ownWorker,
  maxMemoryMb = 1024,
}: ListReaderOptions) => {
  const inOrder = createTurns()
  const { start, stop } = createKeptWorker({
    url: workerUrl,
    name: 'list worker',
    logger,
    maxMemoryMb,
  })

  const ask = async (
    { key }: ListSource,
    pieces: readonly Uint8Array[] | null,
    task: ListTask,
    take: (reply: ListReply) => void,
  ): Promise<ListReply> => {
    const worker = start()
    const ended = new AbortController()
    const { signal } = ended
    const exit = once(worker, 'exit', { signal }).then(() =>
      ended.abort(new Error('the worker ended')),
    )
    exit.catch(() => undefined)
    worker.ref()
    try {
      const messages = on(worker, 'message', { signal })
      worker.postMessage({ key, pieces, task })
      for await (const [message] of messages) {
        const reply = listReplySchema.parse(message)
        if (reply.kind === 'done' || reply.kind === 'failed' || reply.kind === 'needsBytes')
          return reply
        take(reply)
      }
      throw new Error('the worker ended')
    } finally {
      worker.unref()
      ended.abort()
    }
  }

  /** What `pick` takes out of the replies, in order. */
  const run = <T>(
    source: ListSource,
    task: ListTask,
    pick: (reply: ListReply) => readonly T[] | undefined,
  ): Promise<Result<T[]>> =>
    inOrder(async () => {
      const found: T[] = []
      const take = (reply: ListReply): void => void found.push(...(pick(reply) ?? []))
      try {
        let reply = await ask(source, null, task, take)
        if (reply.kind === 'needsBytes') {
          const pieces = await source.pieces()
          if (!pieces.ok) return pieces
          reply = await ask(source, pieces.value, task, take)
        }
        return reply.kind === 'failed' ? fail(reply.error) : ok(found)
      } catch (cause) {
        await stop()
        logger.error('reading a list failed', cause)
        return failed
      }
    })

  return {
    read: async (source: ListSource, reading: AskedReading): Promise<Result<ListFacts>> => {
      const done = await run(source, { kind: 'read', reading }, (reply) =>
        reply.kind === 'facts' ? [reply.facts] : undefined,
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
    ): Promise<Result<CheckedRow[]>> =>
      run(source, { kind: 'check', reading, mapping, defaults }, (reply) =>
        reply.kind === 'rows' ? reply.rows : undefined,
      ),

    /** The file with the program's columns, or the same as JSON; one array of cells for each row. */
    outcome: async (
      source: ListSource,
      reading: ListReading,
      outcomes: string[][],
      as: OutcomeForm,
    ): Promise<Result<Uint8Array<ArrayBuffer>>> => {
      const pieces = await run(source, { kind: 'outcome', reading, outcomes, as }, (reply) =>
        reply.kind === 'bytes' ? [reply.bytes] : undefined,
      )
      return pieces.ok ? ok(new Uint8Array(Buffer.concat(pieces.value))) : pieces
    },

    plans: (bytes: Uint8Array): Promise<Result<PlanOfFile[]>> =>
      run(
        { key: randomUUID(), pieces: async () => ok([bytes]) },
        { kind: 'plans', reading: { hasHeader: true } },
        (reply) => (reply.kind === 'plans' ? reply.plans : undefined),
      ),

    close: () => inOrder(stop),
  }
}

export type ListReader = ReturnType<typeof createListReader>
