import { createTurns } from '#shared/queue.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import { inMemory, openDatabase, type Database, type DatabaseFile } from '../database/database.ts'
import { createKeyRing, drawMasterKey, type KeyRingNeeds } from './key-ring.ts'
import { codeStates, openWithCode, rewrapAll, writeCodeRow } from './recovery-codes.ts'
import type { MasterKey } from './sealed-row.ts'
import type { Place } from './sealed-table.ts'

interface StoreNeeds extends Omit<KeyRingNeeds, 'database'> {
  /** The database of the data folder. */
  readonly database: DatabaseFile
}

/** A change of rows that need no key, in one transaction with the record that it belongs to. */
export interface Along {
  readonly write: (database: Database) => Result<void>
  /** Called once it is durable. */
  readonly done: () => void
}

/** A record in memory on its way to the disk. */
export interface Move {
  /** Runs inside the transaction that moves all records. */
  readonly write: (home: Place) => Result<void>
  readonly done: () => void
}

/** The records of one kind that are in memory. */
interface Held {
  readonly size: () => number
  /** The moves of the records that can be moved, and the last failure. */
  readonly prepare: (
    home: Place,
  ) => Promise<{ readonly moves: readonly Move[]; readonly outcome: Result<void> }>
}

/** A database in memory with the same tables, sealed with a key that ends with the program. */
const openMemory = (): Place => {
  const opened = openDatabase(inMemory)
  if (!opened.ok) throw new Error(`no database in memory: ${opened.error.message}`)
  return { database: opened.value, master: drawMasterKey() }
}

/** Notes in the database which key it needs. */
const nameKey = (database: Database, { id }: MasterKey): Result<void> =>
  whenOk(database.all('SELECT key_id FROM master_key'), ([row]) => {
    const noted = row?.['key_id']
    return noted instanceof Uint8Array && Buffer.from(noted).equals(id)
      ? ok(undefined)
      : whenOk(database.run('REPLACE INTO master_key VALUES (1, ?)', id), () => ok(undefined))
  })

/**
 * Where all kinds of sealed records are: the database of the data folder under the key in the keychain, and, without this
 * key, a database in memory.
 */
export const createRecordStore = ({ database: file, ...needs }: StoreNeeds) => {
  const keyRing = createKeyRing({ ...needs, database: file.openExisting })
  const memory = openMemory()
  const inTurn = createTurns()
  const kinds: Held[] = []
  let goingHome: Promise<Result<void>> | null = null
  /** Replaces the key in each `Place` that was handed out before. */
  let renewed: MasterKey | null = null

  /** Fails with `records.keyUnreachable`, `records.newerVersion`, `records.damaged` or with disk errors. */
  const home = async (): Promise<Result<Place>> => {
    const existing = file.openExisting()
    if (!existing.ok) return existing
    const master = await keyRing.get()
    if (!master.ok) return master
    return whenOk(file.open(), (database) =>
      whenOk(nameKey(database, master.value), () =>
        ok({
          database,
          get master() {
            return renewed ?? master.value
          },
        }),
      ),
    )
  }

  const bringHome = (place: Place) =>
    inTurn(async (): Promise<Result<void>> => {
      const moves: Move[] = []
      let outcome: Result<void> = ok(undefined)
      for (const kind of kinds) {
        const prepared = await kind.prepare(place)
        moves.push(...prepared.moves)
        if (!prepared.outcome.ok) outcome = prepared.outcome
      }
      const written = place.database.transaction(() => {
        for (const { write } of moves) {
          const moved = write(place)
          if (!moved.ok) return moved
        }
        return ok(undefined)
      })
      if (!written.ok) return written
      for (const { done } of moves) done()
      return outcome
    })

  const settleIn = async (place: Result<Place>): Promise<Result<void>> => {
    if (!place.ok || kinds.every(({ size }) => size() === 0)) return ok(undefined)
    goingHome ??= bringHome(place.value).finally(() => {
      goingHome = null
    })
    return goingHome
  }

  return {
    /** Path of the database's file. */
    path: file.path,
    memory,
    home,
    /** Changes of records run one after another. */
    inTurn,
    /** The database, also without a key; null if there is none yet. */
    existing: (): Result<Database | null> => file.openExisting(),
    register: (kind: Held) => void kinds.push(kind),

    /** Durable when it returns, also without a key. Fails with disk errors. */
    write: (along: Along): Result<void> => {
      const written = whenOk(file.open(), (database) =>
        database.transaction(() => along.write(database)),
      )
      if (written.ok) along.done()
      return written
    },

    /** The key in the keychain, also if the database cannot be opened. Fails with `records.keyUnreachable`. */
    lastingKey: keyRing.get,

    /** The key of new records: the one in the keychain, or, without it, one that ends with the program. */
    key: async (): Promise<MasterKey> => {
      const place = await home()
      return place.ok ? place.value.master : memory.master
    },

    /** Fails if records do not outlive the program. Also moves records in memory to the disk, in one transaction. */
    reach: async (): Promise<Result<void>> => {
      const place = await home()
      await settleIn(place)
      return place.ok ? ok(undefined) : place
    },

    /** Like `reach`, but fails only if a record could not be moved; a missing key is not a failure. */
    settle: async () => settleIn(await home()),

    /** {@link createKeyRing}'s `kept`. */
    keptKey: keyRing.kept,

    /** Which recovery codes there are: `made`, `taken`. Needs no key. */
    codes: (): Result<ReadonlySet<string>> =>
      whenOk(file.openExisting(), (database) =>
        database ? codeStates(database) : ok(new Set<string>()),
      ),

    /**
     * Makes `code` open saved records, in addition to a confirmed code. It replaces a code that was made but never
     * confirmed.
     */
    addCode: async (code: Uint8Array): Promise<Result<void>> =>
      whenOk(await home(), ({ database, master }) => writeCodeRow(database, 'made', master, code)),

    /**
     * Makes `code`, which was added, the only one. If it replaces another code, the master key is replaced too, because
     * somebody may have found the earlier page. The keychain keeps the earlier key for older copies of the data. If the
     * program is killed at any moment, either the earlier or the new state works.
     */
    takeCode: (code: Uint8Array): Promise<Result<void>> =>
      inTurn(async () => {
        const place = await home()
        if (!place.ok) return place
        const { database, master } = place.value
        const states = codeStates(database)
        if (!states.ok) return states
        const next = states.value.has('taken') ? drawMasterKey(master.digests) : master
        const stored = next === master ? ok(undefined) : await keyRing.store(next)
        if (!stored.ok) return stored
        const written = database.transaction(() =>
          whenOk(next === master ? ok(undefined) : rewrapAll(database, master, next), () =>
            whenOk(database.run('DELETE FROM recovery_codes'), () =>
              writeCodeRow(database, 'taken', next, code),
            ),
          ),
        )
        if (!written.ok || next === master) return written
        renewed = next
        keyRing.use(next)
        database.wipe()
        return written
      }),

    /** Opens everything with a recovery code, and puts the key into the keychain. Fails with `records.codeWrong`. */
    openWithCode: async (code: Uint8Array): Promise<Result<void>> => {
      const existing = file.openExisting()
      if (!existing.ok || existing.value === null) return existing.ok ? ok(undefined) : existing
      const master = openWithCode(existing.value, code)
      if (!master.ok) return master
      const stored = await keyRing.store(master.value)
      keyRing.retry()
      return stored
    },

    /** Begins a new database, and returns the path of the one that was set aside. */
    startAnew: (day: string): Promise<Result<string>> =>
      inTurn(async () => {
        const aside = file.setAside(day)
        keyRing.retry()
        return aside
      }),

    /** Asks the keychain again at once. */
    retry: keyRing.retry,

    close: () =>
      inTurn(async () => {
        file.close()
        memory.database.close()
      }),
  }
}

export type RecordStore = ReturnType<typeof createRecordStore>
