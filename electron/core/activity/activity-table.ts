import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ActivityEntry } from '#shared/activity/activity.ts'
import { readKept } from '#shared/read-kept.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import { damaged } from '../records/damaged.ts'
import { createSealedTable, type Place } from '../records/sealed-table.ts'
import { insertRow, type Person, personSchema, rowsWhere } from './activity-rows.ts'
import {
  beginning,
  bytesOf,
  chainKeyBytes,
  createChain,
  createPseudonyms,
  linkSchema,
  type Link,
} from './chain.ts'
import type { Snapshot } from './check-log.ts'

/** The one sealed row of a chain. */
const chainSchema = z.strictObject({
  key: z.instanceof(Uint8Array).refine(({ length }) => length === chainKeyBytes),
  people: z.array(personSchema),
  /** The last removed record. */
  anchor: linkSchema,
  /** When a start last found older data; empty if none did. */
  olderDataAt: z.string(),
})
type ChainRow = z.infer<typeof chainSchema>

const chains = createSealedTable<ChainRow, null>({
  table: 'activity_chain',
  read: (_id, body) => {
    const read = readKept(chainSchema, body)
    return read.success ? ok(read.data) : damaged('the key of the activity log does not fit')
  },
})

/** The chain of a place; a new one is written by the first `keep`. */
const findChain = async (place: Place) => {
  const ids = chains.ids(place.database)
  if (!ids.ok) return ids
  const [id] = ids.value
  const found = id === undefined ? ok(null) : await chains.open(place, id)
  if (!found.ok) return found
  const row: ChainRow = found.value ?? {
    key: randomBytes(chainKeyBytes),
    people: [],
    anchor: beginning,
    olderDataAt: '',
  }
  return ok({ id: id ?? randomUUID(), isNew: found.value === null, row })
}

/** The log's rows in one place. Fails like the database, and with `records.damaged` without the chain's key. */
export const openActivityTable = async (place: Place, me: Person) => {
  const { database } = place
  const found = await findChain(place)
  if (!found.ok) return found
  const { id, isNew } = found.value
  let row = found.value.row
  const chain = createChain(row.key)
  const newest = rowsWhere(database, row.people, 'true ORDER BY n DESC LIMIT 1')
  if (!newest.ok) return newest
  const [final] = newest.value
  let last: Link = final ? { n: final.n, mac: final.mac } : row.anchor

  const keep = async (
    change: Partial<ChainRow>,
    along: () => Result<unknown> = () => ok(undefined),
  ) => {
    const next = { ...row, ...change }
    const packed = await chains.pack(next)
    const written = database.transaction(() => {
      const done = along()
      return done.ok ? chains.write(place, id, packed) : done
    })
    if (written.ok) row = next
    return written
  }
  const whoIs = ({ user, machine }: Person) =>
    row.people.findIndex((each) => each.user === user && each.machine === machine)

  return ok({
    /** Random, and the same as long as the data folder has this chain. */
    id,
    isNew,
    pseudonymOf: createPseudonyms(row.key),
    database,
    last: () => last,
    /** Continues the chain after this record, even if it is missing here. */
    goOnAfter: (link: Link): void => {
      last = link
    },
    olderDataAt: () => row.olderDataAt,
    snapshot: (): Snapshot => ({
      key: Uint8Array.from(row.key),
      people: row.people,
      anchor: row.anchor,
      end: last.n,
    }),
    /** Writes the chain's own row, if this is a new chain or another person; needed before `append`. */
    begin: async (olderDataAt = row.olderDataAt): Promise<Result<void>> => {
      const people = whoIs(me) === -1 ? [...row.people, me] : row.people
      const isSame = !isNew && people === row.people && olderDataAt === row.olderDataAt
      return isSame ? ok(undefined) : keep({ people, olderDataAt })
    },
    /** Durable when it returns, unless a transaction is open. */
    append: (entry: ActivityEntry): Result<void> => {
      const n = last.n + 1
      const mac = chain(last.mac, bytesOf({ ...entry, n }))
      return whenOk(insertRow(database, entry, { n, mac, who: whoIs(entry) }), () => {
        last = { n, mac }
        return ok(undefined)
      })
    },
    /** The last record before the first one of `year` or later; null if there is none. */
    lastBefore: (year: number): Result<Link | null> =>
      whenOk(
        rowsWhere(
          database,
          row.people,
          'n < (SELECT n FROM activity WHERE at >= ? ORDER BY n LIMIT 1) ORDER BY n DESC LIMIT 1',
          String(year),
        ),
        ([found]) => ok(found ? { n: found.n, mac: found.mac } : null),
      ),
    /** Removes this record and those before it; the chain still continues from it. */
    removeThrough: (anchor: Link): Promise<Result<void>> =>
      keep({ anchor }, () => database.run('DELETE FROM activity WHERE n <= ?', anchor.n)),
  })
}

export type ActivityTable = Extract<
  Awaited<ReturnType<typeof openActivityTable>>,
  { readonly ok: true }
>['value']
