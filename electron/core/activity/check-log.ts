import { z } from 'zod'
import {
  type ActivityOutcome,
  type ActivityProblem,
  activityProblemSchema,
  type ActivityRecord,
} from '#shared/activity/activity.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import { eachRow, type FoundRow, personSchema, type Reader, rowsWhere } from './activity-rows.ts'
import { bytesOf, createChain, linkSchema } from './chain.ts'
import { isOlderData, olderDataInWords } from './older-data.ts'

/** A chain at one moment. The log may keep growing while it is checked. */
export const snapshotSchema = z.strictObject({
  key: z.instanceof(Uint8Array),
  people: z.array(personSchema),
  /** The last removed record. */
  anchor: linkSchema,
  /** Number of the last record. */
  end: z.int(),
})
export type Snapshot = z.infer<typeof snapshotSchema>

export const findingsSchema = z.strictObject({
  records: z.int(),
  problems: z.array(activityProblemSchema),
  more: z.int(),
})
export type Findings = z.infer<typeof findingsSchema>

const mostListed = 50

const range = (first: number, last: number) =>
  first === last ? `Record ${first} is` : `Records ${first} to ${last} are`

const olderDataIn = (record: ActivityRecord | null, first: number): ActivityProblem | null => {
  if (record?.action !== 'olderData' || !isOlderData(record.outcome)) return null
  const { n, at, outcome } = record
  const missing = n > first ? ` ${range(first, n - 1)} missing.` : ''
  return { kind: 'olderData', record: n, message: `${olderDataInWords(at, outcome)}.${missing}` }
}

/**
 * Checks every record of a snapshot, and then the whole database. Damaged pages are problems; fails if the database
 * cannot be read for another reason.
 */
export const checkLog = (
  reader: Reader,
  { key, people, anchor, end }: Snapshot,
): Result<Findings> => {
  const chain = createChain(key)
  const problems: ActivityProblem[] = []
  let more = 0
  const report = (kind: ActivityProblem['kind'], record: number, message: string) => {
    if (problems.length < mostListed) problems.push({ kind, record, message })
    else more += 1
  }
  let last = anchor.n
  /** Codes that the next record may follow; an edited record leaves two. */
  let before: readonly string[] = [anchor.mac]

  const check = ({ n, record, mac }: FoundRow) => {
    const first = last + 1
    const bytes = record === null ? null : bytesOf(record)
    const codes = bytes === null ? [] : before.map((previous) => chain(previous, bytes))
    const older = olderDataIn(record, first)
    if (older) report(older.kind, n, older.message)
    if (n > first) {
      // The record before it is gone, so its own code cannot be checked.
      if (!older) report('removed', n, `${range(first, n - 1)} missing.`)
    } else if (mac === '' || !codes.includes(mac)) {
      report('edited', n, `Record ${n} was changed after it was written.`)
    }
    before = n > first || codes.includes(mac) ? [mac] : [mac, ...codes]
    last = n
  }
  const read = eachRow(reader, people, [anchor.n + 1, end], check)
  const whole = whenOk(read, () => reader.all('PRAGMA integrity_check(1)'))
  if (!whole.ok && whole.error.code !== 'records.damaged') return whole
  const found = whole.ok ? String(whole.value[0]?.['integrity_check']) : (whole.error.details ?? '')
  if (found !== 'ok') report('damaged', 0, `The database is damaged: ${found.replace(/\s+/g, ' ')}`)
  if (read.ok && last < end) report('cut', last + 1, `${range(last + 1, end)} missing.`)
  return ok({ records: last, problems, more })
}

export interface NotedStates {
  /** States in records with a valid code. */
  readonly states: ReadonlySet<ActivityOutcome>
  /** Whether the whole log is intact: otherwise a state may be missing. */
  readonly isWhole: boolean
}

/** Every row of one submission, and the row before each. */
const ofSubmission = `n IN (
  SELECT n - step FROM activity, (SELECT 0 AS step UNION SELECT 1)
  WHERE action = 'submission' AND id = ?
) ORDER BY n`

/** The states of a submission in records with a valid code. */
export const statesIn = (
  reader: Reader,
  { key, people, anchor }: Snapshot,
  submissionId: string,
): Result<ReadonlySet<ActivityOutcome>> =>
  whenOk(rowsWhere(reader, people, ofSubmission, submissionId), (rows) => {
    const chain = createChain(key)
    const states = new Set<ActivityOutcome>()
    let before = anchor
    for (const { n, record, mac } of rows) {
      const follows = before.n === n - 1 && record !== null
      const isRight = follows && chain(before.mac, bytesOf(record)) === mac
      if (isRight && record.action === 'submission' && record.id === submissionId)
        states.add(record.outcome)
      before = { n, mac }
    }
    return ok(states)
  })
