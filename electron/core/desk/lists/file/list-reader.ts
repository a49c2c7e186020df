import { randomUUID } from 'node:crypto'
import { on, once } from 'node:events'
import { createQueue } from '#shared/queue.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { ListDefaults, ListMapping, AskedReading, OutcomeForm } from '#shared/lists/list.ts'
import type { PlanOfFile } from '../../../environments/plans/read-plans.ts'
import { createKeptWorker } from '../../../worker-keeper.ts'
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

const isSource = import.meta.url.endsWith('.ts')
const ownWorker = new URL(isSource ? './list-worker.ts' : './list-worker.js', import.meta.url)

const failed = (): Result<never> =>
  fail({
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
  const inOrder = createQueue()
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

  const run = (
    source: ListSource,
    task: ListTask,
    take: (reply: ListReply) => void,
  ): Promise<Result<void>> =>
    inOrder('list', async () => {
      try {
        let reply = await ask(source, null, task, take)
        if (reply.kind === 'needsBytes') {
          const pieces = await source.pieces()
          if (!pieces.ok) return pieces
          reply = await ask(source, pieces.value, task, take)
        }
        return reply.kind === 'failed' ? fail(reply.error) : ok(undefined)
      } catch (cause) {
        await stop()
        logger.error('reading a list failed', cause)
        return failed()
      }
    })

  return {
    read: async (source: ListSource, reading: AskedReading): Promise<Result<ListFacts>> => {
      const found: ListFacts[] = []
      const done = await run(source, { kind: 'read', reading }, (reply) => {
        if (reply.kind === 'facts') found.push(reply.facts)
      })
      const [facts] = found
      return done.ok ? (facts ? ok(facts) : failed()) : done
    },

    check: async (
      source: ListSource,
      reading: ListReading,
      mapping: ListMapping,
      defaults: ListDefaults,
    ): Promise<Result<CheckedRow[]>> => {
      const rows: CheckedRow[] = []
      const done = await run(source, { kind: 'check', reading, mapping, defaults }, (reply) => {
        if (reply.kind === 'rows') rows.push(...reply.rows)
      })
      return done.ok ? ok(rows) : done
    },

    /** The file with the program's columns, or the same as JSON; one array of cells for each row. */
    outcome: async (
      source: ListSource,
      reading: ListReading,
      outcomes: string[][],
      as: OutcomeForm,
    ): Promise<Result<Uint8Array<ArrayBuffer>>> => {
      const pieces: Uint8Array[] = []
      const done = await run(source, { kind: 'outcome', reading, outcomes, as }, (reply) => {
        if (reply.kind === 'bytes') pieces.push(reply.bytes)
      })
      if (!done.ok) return done
      return ok(new Uint8Array(Buffer.concat(pieces)))
    },

    plans: async (bytes: Uint8Array): Promise<Result<PlanOfFile[]>> => {
      const found: PlanOfFile[] = []
      const source: ListSource = { key: randomUUID(), pieces: async () => ok([bytes]) }
      const done = await run(source, { kind: 'plans', reading: { hasHeader: true } }, (reply) => {
        if (reply.kind === 'plans') found.push(...reply.plans)
      })
      return done.ok ? ok(found) : done
    },

    close: () => inOrder('list', stop),
  }
}

export type ListReader = ReturnType<typeof createListReader>
