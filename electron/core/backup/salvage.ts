import { ok, type Result } from '#shared/result.ts'
import type { Database, Row } from '../database/database.ts'
import { sealedTables } from '../database/migrations.ts'

/** What could be read of a damaged database. */
export interface Salvaged {
  /** True if sent submissions may be missing. */
  readonly mayLackSubmissions: boolean
}

const rowsAtOnce = 1000

/**
 * Copies every row that can be read from a damaged database into a new one, still sealed. Synchronous, so that nothing
 * is written to the damaged one meanwhile. Fails if the new one cannot be written.
 */
export const salvage = (from: Pick<Database, 'all'>, to: Database): Result<Salvaged> => {
  let mayLackSubmissions = false

  const insert = (table: string, rows: readonly Row[]): Result<void> => {
    for (const row of rows) {
      const names = Object.keys(row)
      const written = to.run(
        `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        ...Object.values(row),
      )
      if (!written.ok) return written
    }
    return ok(undefined)
  }

  /** Reads ids from the table and from its index, because either may have a damaged page. */
  const idsOf = (table: string) => {
    const found = [`NOT INDEXED`, `INDEXED BY sqlite_autoindex_${table}_1`].map((how) =>
      from.all(`SELECT id FROM ${table} ${how}`),
    )
    return {
      ids: new Set(
        found.flatMap((rows) => (rows.ok ? rows.value.map(({ id }) => String(id)) : [])),
      ),
      isWhole: found.every((rows) => rows.ok),
    }
  }

  /** Returns true if every row was copied. */
  const copyById = (table: string): Result<boolean> => {
    const { ids, isWhole } = idsOf(table)
    let isAll = isWhole
    for (const id of ids) {
      const rows = from.all(`SELECT * FROM ${table} WHERE id = ?`, id)
      isAll &&= rows.ok && rows.value.length === 1
      const written = rows.ok ? insert(table, rows.value) : ok(undefined)
      if (!written.ok) return written
    }
    return ok(isAll)
  }

  const copyActivity = (): Result<boolean> => {
    const ends = from.all('SELECT min(n) AS first, max(n) AS last FROM activity')
    if (!ends.ok) return ok(false)
    const [first, last] = [
      Number(ends.value[0]?.['first'] ?? 1),
      Number(ends.value[0]?.['last'] ?? 0),
    ]
    let isAll = true
    for (let at = first; at <= last;) {
      const many = from.all(
        'SELECT * FROM activity WHERE n BETWEEN ? AND ?',
        at,
        at + rowsAtOnce - 1,
      )
      const written = many.ok ? insert('activity', many.value) : ok(undefined)
      if (!written.ok) return written
      for (let n = at; !many.ok && n < at + rowsAtOnce && n <= last; n += 1) {
        const one = from.all('SELECT * FROM activity WHERE n = ?', n)
        isAll &&= one.ok
        const single = one.ok ? insert('activity', one.value) : ok(undefined)
        if (!single.ok) return single
      }
      at += rowsAtOnce
    }
    return ok(isAll)
  }

  const copyTraits = (): Result<boolean> => {
    const { ids } = idsOf('submissions')
    let isAll = true
    for (const id of ids) {
      const traits = from.all('SELECT * FROM submission_traits WHERE submission_id = ?', id)
      isAll &&= traits.ok
      const known = to.all('SELECT id FROM submissions WHERE id = ?', id)
      const isThere = known.ok && known.value.length > 0
      const written =
        traits.ok && isThere ? insert('submission_traits', traits.value) : ok(undefined)
      if (!written.ok) return written
    }
    return ok(isAll)
  }

  const copied = to.transaction(() => {
    for (const copy of [() => copyById('submissions'), copyTraits, copyActivity]) {
      const done = copy()
      if (!done.ok) return done
      mayLackSubmissions ||= !done.value
    }
    for (const table of ['master_key', 'recovery_codes']) {
      const rows = from.all(`SELECT * FROM ${table}`)
      const done = rows.ok ? insert(table, rows.value) : ok(undefined)
      if (!done.ok) return done
    }
    for (const table of sealedTables) {
      const done = copyById(table)
      if (!done.ok) return done
      mayLackSubmissions ||= table === 'activity_chain' && !done.value
    }
    return ok(undefined)
  })
  return copied.ok ? ok({ mayLackSubmissions }) : copied
}
