import type { SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import {
  type ActivityEntry,
  type ActivityListRequest,
  type ActivityRecord,
  activityRecordSchema,
} from '#shared/activity/activity.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import type { Database, Row } from '../database/database.ts'

/** Reads the table, on any connection. */
export type Reader = Pick<Database, 'all'>

export const personSchema = z.strictObject({
  user: z.string().max(64),
  machine: z.string().max(64),
})
/** Who used the program, and on which computer. A row has only a position in a sealed list of these. */
export type Person = z.infer<typeof personSchema>

const columns = 'n, at, who, action, environment_id, subject, id, outcome, change, mac'

/** A row as it was found; its code is not checked. */
export interface FoundRow {
  readonly n: number
  /** Null if the row is not one that the program writes. */
  readonly record: ActivityRecord | null
  /** Empty if it cannot be a code. */
  readonly mac: string
}

const readRow = (people: readonly Person[], row: Row): FoundRow => {
  const { environment_id: environment, who, mac, ...rest } = row
  const record = activityRecordSchema.safeParse({ ...rest, environment, ...people[Number(who)] })
  return {
    n: Number(row['n']),
    record: record.success ? record.data : null,
    mac: typeof mac === 'string' && /^[\w-]{43}$/.test(mac) ? mac : '',
  }
}

/** Rows that fit `condition`, which may end with an order and a limit. */
export const rowsWhere = (
  reader: Reader,
  people: readonly Person[],
  condition: string,
  ...values: readonly SQLInputValue[]
): Result<readonly FoundRow[]> =>
  whenOk(reader.all(`SELECT ${columns} FROM activity WHERE ${condition}`, ...values), (rows) =>
    ok(rows.map((row) => readRow(people, row))),
  )

const atOnce = 5000

/** Calls `use` with every row from `first` to `last`, in order. */
export const eachRow = (
  reader: Reader,
  people: readonly Person[],
  [first, last]: readonly [number, number],
  use: (row: FoundRow) => void,
): Result<void> => {
  let next = first
  for (;;) {
    const condition = `n BETWEEN ? AND ? ORDER BY n LIMIT ${atOnce}`
    const rows = rowsWhere(reader, people, condition, next, last)
    if (!rows.ok) return rows
    for (const row of rows.value) use(row)
    next = (rows.value.at(-1)?.n ?? last) + 1
    if (next > last) return ok(undefined)
  }
}

/** A page, newest first. A cursor is the number of the last record of the previous page. */
export const pageOf = (
  reader: Reader,
  people: readonly Person[],
  { cursor, limit, action, environment, day }: ActivityListRequest,
): Result<{ readonly records: ActivityRecord[]; readonly next: string | null }> => {
  const wanted: readonly (readonly [string, SQLInputValue | undefined])[] = [
    ['n < ?', Number(cursor) || undefined],
    ['action = ?', action],
    ['environment_id = ?', environment],
    ['substr(at, 1, 10) = ?', day],
  ]
  const conditions = wanted.flatMap(([sql, value]) => (value === undefined ? [] : [sql]))
  const values = wanted.flatMap(([, value]) => (value === undefined ? [] : [value]))
  const condition = `${['true', ...conditions].join(' AND ')} ORDER BY n DESC LIMIT ?`
  return whenOk(rowsWhere(reader, people, condition, ...values, limit), (rows) =>
    ok({
      records: rows.flatMap(({ record }) => record ?? []),
      next: rows.length < limit ? null : String(rows.at(-1)?.n),
    }),
  )
}

/** Durable when it returns, unless a transaction is open. */
export const insertRow = (
  database: Pick<Database, 'run'>,
  { at, action, environment, subject, id, outcome, change }: Omit<ActivityEntry, keyof Person>,
  { n, who, mac }: { readonly n: number; readonly who: number; readonly mac: string },
): Result<number> =>
  database.run(
    `INSERT INTO activity (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[n, at, who, action, environment, subject, id, outcome, change, mac],
  )
