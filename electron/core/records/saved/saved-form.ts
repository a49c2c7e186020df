import {
  recordSummarySchema,
  savedRecordSchema,
  type RecordSummary,
  type SavedRecord,
} from '#shared/records/record.ts'
import { readKept } from '#shared/read-kept.ts'
import { ok } from '#shared/result.ts'
import { z } from 'zod'
import { damaged } from '../damaged.ts'
import type { RecordForm } from '../sealed-table.ts'
import { summaryLineOf } from './summary.ts'

export interface Saved {
  readonly record: SavedRecord
  readonly verbatim: string
  /** The participant's file that was sent, if the setting keeps it. */
  readonly file?: string | undefined
}

const asText = new TextDecoder('utf-8', { ignoreBOM: true })

/** The answer is kept as UTF-8, because packing 50 MB of text would hold main for a third of a second. */
export const savedBodySchema = z.strictObject({
  record: savedRecordSchema,
  verbatim: z.instanceof(Uint8Array).transform((bytes) => asText.decode(bytes)),
  file: z.string().optional(),
})

const readItem = (summary: unknown): RecordSummary | null =>
  readKept(recordSummarySchema, summary).data ?? null

/**
 * Joins a sealed receipt with the one that was made for an interrupted submission while the disk was unreadable:
 * participant and answer come from the disk, the outcome comes from the newer one.
 */
const join = (sealed: Saved, held: Saved) => {
  if (sealed.record.kind !== 'receipt' || held.record.kind !== 'receipt') return held
  if (sealed.record.outcome !== 'inDoubt') return sealed
  if (held.record.answeredAt !== null) return held
  const { outcome, explanation, settled } = held.record
  return { ...sealed, record: { ...sealed.record, outcome, explanation, settled } }
}

type Line = NonNullable<RecordForm<Saved, RecordSummary>['line']>

/** The form of saved records as sealed records; `told` gets every new or removed line. */
export const savedForm = (
  told: Pick<Line, 'onPut' | 'onRemoved'>,
): RecordForm<Saved, RecordSummary> => ({
  table: 'results',
  body: ({ verbatim, ...saved }) => ({ ...saved, verbatim: Buffer.from(verbatim) }),
  read: (id, body) => {
    const saved = readKept(savedBodySchema, body)
    if (!saved.success)
      return damaged(`the body does not fit: ${saved.error.issues[0]?.path.join('.') ?? ''}`)
    return saved.data.record.id === id ? ok(saved.data) : damaged('the record is another one')
  },
  line: {
    of: ({ record }) => summaryLineOf(record),
    read: readItem,
    plain: ({ kind, environment, savedAt }) => ({
      kind,
      environment_id: environment.id,
      saved_at: savedAt,
    }),
    ...told,
  },
  join,
})
