import { hash } from 'node:crypto'
import { isoNow } from '#shared/moments.ts'
import { createTurns } from '#shared/queue.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import type { CoreParts } from '../platform/ports.ts'
import { rowsWhere } from './activity-rows.ts'
import type { ActivityTable } from './activity-table.ts'
import { type Link, linkSchema } from './chain.ts'
import type { OlderData } from './older-data.ts'

/** Interval of the routine writes of the mark, milliseconds. */
const everyMs = 60_000

const format = ({ n, mac }: Link) => `v1.${n}.${mac}`

const parse = (text: string): Link | null => {
  const [version, n, mac] = text.split('.')
  const link = linkSchema.safeParse({ n: Number(n), mac })
  return version === 'v1' && link.success ? link.data : null
}

/** Whether the table holds the marked record. */
export const holds = ({ database, snapshot }: ActivityTable, { n, mac }: Link): Result<boolean> => {
  const { anchor, people } = snapshot()
  if (n <= anchor.n) return ok(n < anchor.n || mac === anchor.mac)
  return whenOk(rowsWhere(database, people, 'n = ?', n), ([row]) => ok(row?.mac === mac))
}

interface MarkNeeds extends Pick<CoreParts, 'clock' | 'logger' | 'secrets'> {
  /** Path of the database. */
  readonly path: string
}

/**
 * The log's last record as the keychain knows it, and the database that belongs in the folder: both reveal an older
 * copy of the data. Each folder has accounts of its own.
 */
export const createMark = (
  { clock, logger, secrets, path }: MarkNeeds,
  table: ActivityTable,
  stop: AbortSignal,
) => {
  const account = `activity/mark/${table.id}`
  const folderAccount = `activity/folder/${hash('sha256', path, 'hex').slice(0, 32)}`
  const inTurn = createTurns()
  let noted: Link | null = null
  let isAwaited = false

  const write = () =>
    inTurn(async () => {
      const last = table.last()
      if (last.n === noted?.n) return
      const written = await secrets.set(account, format(last))
      if (written.ok) noted = last
      else logger.error(`activity log: its mark is not in the keychain: ${written.error.message}`)
    })

  const compare = async (): Promise<Result<OlderData | null>> => {
    const folder = await secrets.get(folderAccount)
    if (!folder.ok) return folder
    const found = await secrets.get(account)
    if (!found.ok) return found
    if (folder.value !== null && folder.value !== table.id) return ok('otherDatabase')
    if (table.isNew) return ok(null)
    const mark = parse(found.value ?? '')
    if (mark === null) return ok('unknownFolder')
    const isThere = holds(table, mark)
    if (!isThere.ok) return isThere
    if (mark.n > table.last().n) table.goOnAfter(mark)
    return ok(isThere.value ? null : 'recordsMissing')
  }

  return {
    /**
     * Compares the table with the mark, and begins the table; a gap at its end stays visible. Fails like the keychain and the
     * database.
     */
    begin: async (): Promise<Result<OlderData | null>> => {
      const older = await compare()
      if (!older.ok) return older
      // A database without a mark would count as a copy, so a new one gets its mark first.
      if (table.isNew) {
        const marked = await secrets.set(account, format(table.last()))
        if (!marked.ok) return marked
      }
      const begun = await table.begin(older.value === null ? undefined : isoNow(clock))
      if (!begun.ok) return begun
      const placed = await secrets.set(folderAccount, table.id)
      return placed.ok ? older : placed
    },
    /** Resolves once the keychain knows the last record, or has failed. */
    now: write,
    /** Like `now`, but within a minute. */
    soon: () => {
      if (isAwaited || stop.aborted) return
      isAwaited = true
      void clock
        .sleep(everyMs, stop)
        .catch(() => undefined)
        .then(() => {
          isAwaited = false
          return stop.aborted ? undefined : write()
        })
    },
  }
}

export type Mark = ReturnType<typeof createMark>
