import { eachAtOnce } from '#shared/each-at-once.ts'
import { pack, unpack } from '#shared/ipc/pack.ts'
import { createQueue } from '#shared/queue.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Files } from '../ports.ts'
import { createHeld, type Held } from './held.ts'
import type { KeyRing, sealedFolders } from './key-ring.ts'
import { packSmall, unpackSmall } from './packed.ts'
import { damaged, openHeader, openRecord, sealRecord, type MasterKey } from './record-file.ts'
import { createSealedFiles } from './sealed-files.ts'

/** What the records of one kind are. `L` is their line in lists; `null` for a kind that has none. */
export interface RecordForm<T, L> {
  readonly folder: (typeof sealedFolders)[number]
  /** Whether a name in the folder is one of theirs. Ids are made by the program; one from a page may be anything. */
  readonly isId: (id: string) => boolean
  /** A record from what its body holds. Fails with `records.damaged`. */
  readonly read: (id: string, body: unknown) => Result<T>
  /** What is sealed of a value; itself where left out. */
  readonly write?: (value: T) => unknown
  /** Sealed apart from the body, so that a list opens headers only. */
  readonly line?: {
    readonly of: (value: T) => L
    /** `null` for what is no line. */
    readonly read: (header: unknown) => L | null
    /** Told of every record once it is put, with or without a key. */
    readonly onPut: (line: L) => void
    readonly onRemoved: (id: string) => void
  }
  /** What to keep where one is sealed already and another was put while the key was away; the latter when left out. */
  readonly join?: (sealed: T, held: T) => T
}

export interface PutOptions {
  /** One that the disk does not take is kept in memory all the same, and written as soon as that can be done. */
  readonly hold?: boolean
  /** Names the file that a new record shares with others. */
  readonly pack?: string
}

/**
 * Sealed records of one kind. Without a key they lie in memory; once the key is there, {@link Records.reach}
 * brings them home. What is in memory is newer than what is sealed. Changes of one record come one after the other.
 */
export interface Records<T, L> {
  /** Durable when it resolves, where there is a key. Replaces what was there. Fails with `records.diskFull`. */
  put(id: string, value: T, options?: PutOptions): Promise<Result<void>>
  /** `null` where there is none. Fails with `records.damaged`, `records.newerVersion` or `records.keyUnreachable`. */
  get(id: string): Promise<Result<T | null>>
  /** A new state, made of the one that is there. Fails as {@link get}, `change` and {@link put} do. */
  change(id: string, change: (value: T | null) => Result<T>): Promise<Result<T>>
  /** Whether there was one. `mayGo` is given what {@link get} gives, and refuses by failing. */
  remove(id: string, mayGo?: (found: Result<T | null>) => Result<void>): Promise<Result<boolean>>
  /** Ids on disk, those that cannot be opened among them. */
  ids(): Promise<Result<ReadonlySet<string>>>
  /** Gives `use` the line of every record on disk but those to `skip`, or why it cannot be read. Fails without a key. */
  lines(
    skip: (id: string) => boolean,
    use: (id: string, line: Result<L>, isPacked: boolean) => Promise<void> | void,
  ): Promise<Result<void>>
  /** Whether there is a key; seals what was held until now. What cannot be sealed yet stays in {@link held}. */
  reach(): Promise<Result<void>>
  /** As {@link reach}, but fails where something could not be sealed, and not where there is no key. */
  settle(): Promise<Result<void>>
  readonly held: Pick<Held<T>, 'has' | 'ids' | 'size'>
}

/** Open files at a time while headers are read. */
const parallelReads = 16

export const createRecords = <T, L = null>(
  { files, keyRing }: { readonly files: Files; readonly keyRing: Pick<KeyRing, 'get'> },
  form: RecordForm<T, L>,
): Records<T, L> => {
  const disk = createSealedFiles(files, form.folder, form.isId)
  const held = createHeld(form.read)
  const inOrder = createQueue()
  /** Of records with files of their own, as far as they were read or written. */
  const revisions = new Map<string, number>()
  let goingHome: Promise<Result<void>> | null = null

  /** The name to which the sealed sections are bound. */
  const boundTo = (id: string): string => (form.folder === 'library' ? id : `${form.folder}/${id}`)

  const isOnDisk = async (id: string): Promise<Result<boolean>> => {
    const ids = await disk.ids()
    return ids.ok ? ok(ids.value.own.has(id) || ids.value.packed.has(id)) : ids
  }

  const open = async (master: MasterKey, id: string): Promise<Result<T | null>> => {
    const bytes = await disk.read(id)
    if (!bytes.ok) return bytes
    if (bytes.value === null) return ok(null)
    const record = openRecord(master, boundTo(id), bytes.value)
    if (!record.ok) return record
    revisions.set(id, record.value.revision)
    return form.read(id, (await unpackSmall(record.value.body))?.value)
  }

  const seal = async (
    master: MasterKey,
    id: string,
    value: T,
    packName?: string,
  ): Promise<Result<void>> => {
    const revision = (revisions.get(id) ?? 0) + 1
    const line = form.line?.of(value)
    const header = line === undefined ? new Uint8Array() : pack(line)
    const body = await packSmall(form.write ? form.write(value) : value)
    const sealed = sealRecord(master, boundTo(id), { revision, header, body })
    const written = await (packName === undefined
      ? disk.write(id, sealed)
      : disk.append(packName, id, sealed))
    if (!written.ok) return written
    if (packName === undefined) revisions.set(id, revision)
    if (line !== undefined) form.line?.onPut(line)
    return written
  }

  const keep = (id: string, value: T): void => {
    held.set(id, value)
    form.line?.onPut(form.line.of(value))
  }

  const write = async (
    id: string,
    value: T,
    { hold = false, pack: packName }: PutOptions = {},
  ): Promise<Result<void>> => {
    if (!form.isId(id)) throw new Error('a record id that cannot name a file')
    const master = held.has(id) ? null : await keyRing.get()
    if (!master?.ok) {
      keep(id, value)
      return ok(undefined)
    }
    const written = await seal(master.value, id, value, packName)
    if (!written.ok && hold) keep(id, value)
    return written
  }

  const get = async (id: string): Promise<Result<T | null>> => {
    const kept = await held.get(id)
    if (kept !== undefined) return ok(kept)
    if (!form.isId(id)) return ok(null)
    const master = await keyRing.get()
    if (master.ok) return open(master.value, id)
    const isSealed = await isOnDisk(id)
    return isSealed.ok && !isSealed.value ? ok(null) : master
  }

  /** The key was away and is there: what was held is sealed, joined with what is sealed already. */
  const bringHome = (master: MasterKey): Promise<Result<void>> =>
    held.handOver((id) =>
      inOrder(id, async () => {
        const value = await held.get(id)
        if (value === undefined) return ok(undefined)
        const before = form.join ? await open(master, id) : ok(null)
        if (!before.ok) return before
        const joined = before.value === null || !form.join ? value : form.join(before.value, value)
        if (joined !== before.value) return seal(master, id, joined)
        form.line?.onPut(form.line.of(joined))
        return ok(undefined)
      }),
    )

  const settleUnder = async (master: Result<MasterKey>): Promise<Result<void>> => {
    if (!master.ok || held.size() === 0) return ok(undefined)
    goingHome ??= bringHome(master.value).finally(() => {
      goingHome = null
    })
    return goingHome
  }

  const readLine = (header: Uint8Array): Result<L> => {
    try {
      const line = form.line?.read(unpack(header)) ?? null
      if (line !== null) return ok(line)
    } catch {
      // Said below.
    }
    return damaged('the header is no list item')
  }

  const lineOf = async (master: MasterKey, id: string): Promise<Result<L> | null> => {
    const start = await disk.readStart(id)
    if (!start.ok) return start
    if (start.value === null) return null
    const head = openHeader(master, boundTo(id), start.value)
    if (!head.ok) return head
    if (head.value) return readLine(head.value.header)
    const whole = await disk.read(id)
    if (!whole.ok) return whole
    if (whole.value === null) return null
    const record = openRecord(master, boundTo(id), whole.value)
    return record.ok ? readLine(record.value.header) : record
  }

  return {
    held,
    get,
    put: (id, value, options) => inOrder(id, () => write(id, value, options)),

    change: (id, change) =>
      inOrder(id, async () => {
        const before = await get(id)
        const after = before.ok ? change(before.value) : before
        if (!after.ok) return after
        const written = await write(id, after.value)
        return written.ok ? after : written
      }),

    remove: (id, mayGo) =>
      inOrder(id, async () => {
        const allowed = mayGo ? mayGo(await get(id)) : ok(undefined)
        if (!allowed.ok) return allowed
        const isSealed = await isOnDisk(id)
        if (!isSealed.ok) return isSealed
        const removed = isSealed.value ? await disk.remove(id) : ok(undefined)
        if (!removed.ok) return removed
        const wasHeld = held.delete(id)
        revisions.delete(id)
        form.line?.onRemoved(id)
        return ok(wasHeld || isSealed.value)
      }),

    ids: async () => {
      const ids = await disk.ids()
      return ids.ok ? ok(new Set([...ids.value.own, ...ids.value.packed])) : ids
    },

    lines: async (skip, use) => {
      const master = await keyRing.get()
      if (!master.ok) return master
      const ids = await disk.ids()
      if (!ids.ok) return ids
      const packed = new Set([...ids.value.packed].filter((id) => !skip(id)))
      const read = await disk.readPacked([...packed], (id, sealed) => {
        const head = openHeader(master.value, boundTo(id), sealed)
        const line = head.ok && head.value ? readLine(head.value.header) : null
        if (!line?.ok) return
        packed.delete(id)
        void use(id, line, true)
      })
      if (!read.ok) return read
      // Those of the packs that could not be read go the slow way, which says why.
      const waiting = [...packed, ...[...ids.value.own].filter((id) => !skip(id))]
      await eachAtOnce(waiting, parallelReads, async (id) => {
        const line = await lineOf(master.value, id)
        if (line) await use(id, line, packed.has(id))
      })
      return ok(undefined)
    },

    reach: async () => {
      const master = await keyRing.get()
      await settleUnder(master)
      return master.ok ? ok(undefined) : master
    },

    settle: async () => settleUnder(await keyRing.get()),
  }
}
