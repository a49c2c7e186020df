import { z } from 'zod'
import type { Retention, RetentionKind } from '../environments/retention.ts'
import type { RecordSummary } from './record.ts'
import { lastMade } from './saved.ts'

/**
 * Counts of saved results that are older than the settings allow. Nothing is removed unless
 * somebody asks for it.
 */

const countsSchema = z.strictObject({
  forecast: z.int(),
  scenario: z.int(),
  receipt: z.int(),
  report: z.int(),
  list: z.int(),
})
/** Counts of what is older than the settings allow. */
export const dueSchema = z.strictObject({
  /** What would be removed, or was. */
  counts: countsSchema,
  /** How many stay because of a legal hold. */
  held: z.int(),
  /** How many receipts stay because they are in doubt. */
  inDoubt: z.int(),
})
export type Due = z.infer<typeof dueSchema>

/** Case information counts as a forecast. */
export const retentionKindOf = ({ kind, changed }: RecordSummary): RetentionKind =>
  kind === 'receipt' || kind === 'report' ? kind : changed === true ? 'scenario' : 'forecast'

/** True if something of this kind, last made at `at`, is older than the settings allow. */
export const isOlder = (
  kind: RetentionKind,
  at: string,
  retention: Retention,
  now: Date,
): boolean => {
  const kept = retention[kind]
  if (kept === 0) return false
  const before = new Date(now)
  before.setUTCFullYear(before.getUTCFullYear() - kept)
  return at < before.toISOString()
}

export const isResultOlder = (item: RecordSummary, retention: Retention, now: Date): boolean =>
  isOlder(retentionKindOf(item), lastMade(item), retention, now)
