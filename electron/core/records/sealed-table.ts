import { pack, unpack } from '#shared/ipc/pack.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import type { Database, Row } from '../database/database.ts'
import type { SealedTable } from '../database/migrations.ts'
import { damaged } from './damaged.ts'
import { packSmall, unpackSmall } from './packed.ts'
import { openColumn, sealRow, type MasterKey } from './sealed-row.ts'

/** Describes one kind of records. `L` is their line in lists; `null` for a kind without lines. */
export interface RecordForm<T, L> {
  readonly table: SealedTable
  /** What is packed for a value; if absent, the value itself. */
  readonly body?: (value: T) => unknown
  /** Makes a record from its body. Fails with `records.damaged`. */
  readonly read: (id: string, body: unknown) => Result<T>
  /** Sealed apart from the body, so that a list opens only summaries. */
  readonly line?: {
    readonly of: (value: T) => L
    /** `null` if the summary is not a line. */
    readonly read: (summary: unknown) => L | null
    /** The columns of a line that are not sealed. */
    readonly plain: (line: L) => Readonly<Record<string, string>>
    /** Called after every put, with or without a key. */
    readonly onPut: (line: L) => void
    readonly onRemoved: (id: string) => void
  }
  /** Joins a sealed value with one put while the key was away; if absent, the latter wins. */
  readonly join?: (sealed: T, held: T) => T
}

/** Where rows are, and the key that seals them. */
export interface Place {
  readonly database: Database
  readonly master: MasterKey
}

/** A record ready to be sealed. */
export interface Packed<L> {
  readonly line: L | undefined
  readonly body: Uint8Array
}

export type UseLine<L> = (id: string, line: Result<L>) => void

/** Damage that is met while reading a single row counts as this row's damage. */
const ofRow = <T>(result: Result<T>): Result<T> =>
  !result.ok && result.error.code === 'records.damaged'
    ? damaged(result.error.details ?? '')
    : result

/** True if these ids from the index are in order and are the ids of the rows. */
const fits = (named: readonly string[], rows: readonly Row[]) => {
  const left = new Set(rows.map(({ id }) => id))
  return (
    named.length === rows.length &&
    named.every((id, at) => left.has(id) && id > (named[at - 1] ?? ''))
  )
}

/** Sealed records of one kind, in any place. All but packing and unpacking is synchronous. */
export const createSealedTable = <T, L>(form: RecordForm<T, L>) => {
  const { table, line } = form

  const columns = (database: Database, id: string, names: string): Result<Row | null> =>
    ofRow(
      whenOk(database.all(`SELECT ${names} FROM ${table} WHERE id = ?`, id), ([row]) =>
        ok(row ?? null),
      ),
    )

  const readLine = (master: MasterKey, row: Row): Result<L> =>
    whenOk(openColumn(master, table, row, 'summary'), (summary) => {
      try {
        const read = line?.read(unpack(summary)) ?? null
        if (read !== null) return ok(read)
      } catch {
        // The failure is returned below.
      }
      return damaged('the summary is no list item')
    })

  const sealedBy = 'id, revision, key_id, wrapped_key'
  const lineColumns = line ? `${sealedBy}, summary` : sealedBy

  const ids = (database: Database): Result<readonly string[]> =>
    whenOk(database.all(`SELECT id FROM ${table} INDEXED BY sqlite_autoindex_${table}_1`), (rows) =>
      ok(rows.map(({ id }) => String(id))),
    )

  return {
    has: (database: Database, id: string) =>
      whenOk(columns(database, id, 'id'), (row) => ok(row !== null)),

    /** Ids of all records, damaged or not. */
    ids,

    /** Null if there is none. Fails with `records.damaged` or `records.keyUnreachable`. */
    open: async ({ database, master }: Place, id: string): Promise<Result<T | null>> => {
      const row = columns(database, id, `${sealedBy}, body`)
      if (!row.ok || row.value === null) return row.ok ? ok(null) : row
      const body = openColumn(master, table, row.value, 'body')
      return body.ok ? form.read(id, (await unpackSmall(body.value))?.value) : body
    },

    pack: async (value: T): Promise<Packed<L>> => ({
      line: line?.of(value),
      body: await packSmall(form.body?.(value) ?? value),
    }),

    /** A record as it was packed, to seal it elsewhere; null if there is none. */
    take: ({ database, master }: Place, id: string): Result<Packed<L> | null> =>
      whenOk(columns(database, id, `${lineColumns}, body`), (row): Result<Packed<L> | null> =>
        row === null
          ? ok(null)
          : whenOk(openColumn(master, table, row, 'body'), (body) =>
              whenOk(line ? readLine(master, row) : ok(undefined), (shown) =>
                ok({ line: shown, body }),
              ),
            ),
      ),

    /** Seals and writes, in place of an earlier one; durable when it returns. */
    write: ({ database, master }: Place, id: string, packed: Packed<L>): Result<void> => {
      const before = columns(database, id, 'revision')
      if (!before.ok) return before
      const revision = Number(before.value?.['revision'] ?? 0) + 1
      const shown = packed.line
      const isLine = line && shown !== undefined
      const row = {
        id,
        revision,
        ...(isLine && line.plain(shown)),
        ...sealRow(
          master,
          { table, id, revision },
          { body: packed.body, ...(isLine && { summary: pack(shown) }) },
        ),
      }
      const names = Object.keys(row)
      return whenOk(
        database.run(
          `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
           ON CONFLICT (id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
          ...Object.values(row),
        ),
        () => ok(undefined),
      )
    },

    /** Says whether there was one. Its data key is gone from the files now, or after the next removal or start. */
    remove: (database: Database, id: string): Result<boolean> =>
      whenOk(ofRow(database.run(`DELETE FROM ${table} WHERE id = ?`, id)), (changes) => {
        if (changes > 0) database.wipe()
        return ok(changes > 0)
      }),

    /** Removes several in one transaction, whether they are there or not. */
    removeMany: (database: Database, ids: readonly string[]): Result<void> => {
      const removed = database.transaction(() => {
        for (const id of ids) {
          const gone = database.run(`DELETE FROM ${table} WHERE id = ?`, id)
          if (!gone.ok) return gone
        }
        return ok(undefined)
      })
      if (removed.ok) database.wipe()
      return removed
    },

    /**
     * Calls `use` with the line of every record except those to `skip`, or with the error. The index names the rows of
     * pages that cannot be read; if the index does not fit an undamaged table, it is rebuilt.
     */
    lines: (
      { database, master }: Place,
      skip: (id: string) => boolean,
      use: UseLine<L>,
    ): Result<void> => {
      const named = ids(database)
      const read = database.all(`SELECT ${lineColumns} FROM ${table} NOT INDEXED`)
      if (!read.ok && (!named.ok || read.error.code !== 'records.damaged')) return read
      const rows = read.ok ? read.value : []
      const names = named.ok ? named.value : []
      const isWhole = rows.length >= names.length
      if (isWhole && !fits(names, rows)) database.run(`REINDEX ${table}`)
      const left = new Set(isWhole ? [] : names)
      for (const row of rows) {
        const id = String(row['id'])
        left.delete(id)
        if (!skip(id)) use(id, readLine(master, row))
      }
      for (const id of left) {
        if (skip(id)) continue
        const row = columns(database, id, lineColumns)
        if (!row.ok && row.error.code !== 'records.damaged') return row
        use(
          id,
          row.ok && row.value ? readLine(master, row.value) : damaged('its page does not fit'),
        )
      }
      return ok(undefined)
    },
  }
}
