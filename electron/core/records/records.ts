import { isTroubleOfDisk } from '#shared/disk-full.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import type { Database } from '../database/database.ts'
import type { Along, Move, RecordStore } from './record-store.ts'
import {
  createSealedTable,
  type Packed,
  type Place,
  type RecordForm,
  type UseLine,
} from './sealed-table.ts'

export interface PutOptions {
  /** Keeps a record in memory if the disk refuses it, and writes it as soon as possible. */
  readonly hold?: boolean
  /** Written in the record's transaction. Without a key it is written first, because the record is then in memory. */
  readonly along?: Along | undefined
}

const together = (database: Database, along: Along | undefined, work: () => Result<void>) =>
  along ? database.transaction(() => whenOk(along.write(database), work)) : work()

/**
 * Sealed records of one kind. Without a key they are in memory; `reach` seals them once the key is there. A state in
 * memory is newer than a sealed one. Changes run one after another.
 */
export const createRecords = <T, L = null>(store: RecordStore, form: RecordForm<T, L>) => {
  const { memory, inTurn } = store
  const table = createSealedTable(form)
  /** Ids of the records in memory. */
  const held = new Set<string>()
  const heldIds: ReadonlySet<string> = held
  /** What to write with a record in memory that the disk refused. */
  const waiting = new Map<string, Along>()

  const tell = ({ line }: Packed<L>) => {
    if (line !== undefined) form.line?.onPut(line)
  }

  const keep = (id: string, packed: Packed<L>): Result<void> =>
    whenOk(table.write(memory, id, packed), () => {
      held.add(id)
      tell(packed)
      return ok(undefined)
    })

  const keepWith = (id: string, packed: Packed<L>, along: Along | undefined) => {
    keep(id, packed)
    if (along) waiting.set(id, along)
  }

  const write = async (
    id: string,
    value: T,
    { hold = false, along }: PutOptions = {},
  ): Promise<Result<void>> => {
    const packed = await table.pack(value)
    const home = held.has(id) ? null : await store.home()
    if (home?.ok) {
      const { database } = home.value
      const written = together(database, along, () => table.write(home.value, id, packed))
      if (written.ok) {
        tell(packed)
        along?.done()
        return written
      }
      if (hold) keepWith(id, packed, along)
      return written
    }
    // Without key or database, records are kept in memory instead.
    const isRefused = home !== null && isTroubleOfDisk(home.error)
    const carried = isRefused ? home : along ? store.write(along) : ok(undefined)
    if (!carried.ok) {
      if (hold) keepWith(id, packed, along)
      return carried
    }
    waiting.delete(id)
    return keep(id, packed)
  }

  /** `null` if there is none. Fails with `records.damaged`, `records.newerVersion` or `records.keyUnreachable`. */
  const get = async (id: string): Promise<Result<T | null>> => {
    if (held.has(id)) return table.open(memory, id)
    const home = await store.home()
    if (home.ok) return table.open(home.value, id)
    const database = store.existing()
    if (!database.ok) return database
    const isSealed = database.value ? table.has(database.value, id) : ok(false)
    return isSealed.ok && !isSealed.value ? ok(null) : home
  }

  const forget = (id: string): boolean => {
    waiting.delete(id)
    if (!held.delete(id)) return false
    table.remove(memory.database, id)
    return true
  }

  /** The record in memory, joined with the sealed one. */
  const joined = async (home: Place, id: string): Promise<Result<Packed<L> | null>> => {
    const before = form.join ? await table.open(home, id) : ok(null)
    if (!before.ok || before.value === null) return before.ok ? table.take(memory, id) : before
    const value = await table.open(memory, id)
    if (!value.ok || value.value === null || !form.join) return value.ok ? ok(null) : value
    return ok(await table.pack(form.join(before.value, value.value)))
  }

  store.register({
    size: () => held.size,
    prepare: async (home) => {
      const moves: Move[] = []
      let outcome: Result<void> = ok(undefined)
      for (const id of held) {
        const record = await joined(home, id)
        if (!record.ok) outcome = record
        else {
          const packed = record.value
          const along = waiting.get(id)
          moves.push({
            write: (place) =>
              whenOk(packed ? table.write(place, id, packed) : ok(undefined), () =>
                along ? along.write(place.database) : ok(undefined),
              ),
            done: () => {
              forget(id)
              if (packed) tell(packed)
              along?.done()
            },
          })
        }
      }
      return { moves, outcome }
    },
  })

  return {
    /** Ids of the records that are only in memory. */
    held: heldIds,
    get,
    /** Durable when it resolves, if there is a key. Replaces an earlier value. Fails with `records.diskFull`. */
    put: (id: string, value: T, options?: PutOptions) => inTurn(() => write(id, value, options)),

    /** Replaces a record with the result of `change`. Fails like {@link get}, `change` and `put`. */
    change: (
      id: string,
      change: (value: T | null) => Result<T>,
      options?: PutOptions,
    ): Promise<Result<T>> =>
      inTurn(async () => {
        const before = await get(id)
        const after = before.ok ? change(before.value) : before
        if (!after.ok) return after
        const written = await write(id, after.value, options)
        return written.ok ? after : written
      }),

    /**
     * Removes a record, and says whether there was one. `mayGo` gets the result of {@link get} and can refuse by
     * failing.
     */
    remove: (id: string, mayGo?: (found: Result<T | null>) => Result<void>) =>
      inTurn(async () => {
        const allowed = mayGo ? mayGo(await get(id)) : ok(undefined)
        if (!allowed.ok) return allowed
        const database = store.existing()
        if (!database.ok && !held.has(id)) return database
        const wasSealed =
          database.ok && database.value ? table.remove(database.value, id) : ok(false)
        if (!wasSealed.ok) return wasSealed
        const wasHeld = forget(id)
        form.line?.onRemoved(id)
        return ok(wasHeld || wasSealed.value)
      }),

    /** Removes several in one transaction, whether they are there or not. */
    removeMany: (ids: readonly string[]) =>
      inTurn(async (): Promise<Result<void>> => {
        const database = store.existing()
        if (!database.ok) return database
        const removed = database.value ? table.removeMany(database.value, ids) : ok(undefined)
        if (!removed.ok) return removed
        for (const id of ids) {
          forget(id)
          form.line?.onRemoved(id)
        }
        return removed
      }),

    /** Ids on disk, including those of unreadable records. */
    ids: (): Result<ReadonlySet<string>> =>
      whenOk(store.existing(), (database) =>
        database ? whenOk(table.ids(database), (ids) => ok(new Set(ids))) : ok(new Set<string>()),
      ),

    /** Calls `use` with the line of every record on disk except those to `skip`, or with the error. Fails without a key. */
    lines: async (skip: (id: string) => boolean, use: UseLine<L>): Promise<Result<void>> =>
      whenOk(await store.home(), (home) => table.lines(home, skip, use)),

    reach: store.reach,
    settle: store.settle,
  }
}
