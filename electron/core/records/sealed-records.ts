import { eachAtOnce } from '#shared/each-at-once.ts'
import { pack, unpack } from '#shared/ipc/pack.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import type { Files } from '../platform/ports.ts'
import { sealedExtension, type sealedFolders } from './key-ring.ts'
import { packSmall, unpackSmall } from './packed.ts'
import { createPacks } from './packs.ts'
import {
  damaged,
  type MasterKey,
  openHeader,
  openRecord,
  sealRecord,
  usualHeaderBytes,
} from './record-file.ts'

/** Sealed bytes by record id, in separate files or as lines of a pack. This knows neither keys nor content. */
const createSealedFiles = (
  files: Files,
  folder: (typeof sealedFolders)[number],
  isId: (id: string) => boolean,
) => {
  const packs = createPacks(files, folder, isId)
  const fileOf = (id: string) => `${folder}/${id}${sealedExtension}`
  /** A separate file counts before a line in a pack. */
  const orPacked = async (
    id: string,
    own: Result<Uint8Array | null>,
  ): Promise<Result<Uint8Array | null>> => (own.ok && own.value === null ? packs.read(id) : own)

  return {
    ...packs,

    /** Ids of all records, damaged or not; `packed` ones have no separate file. */
    ids: async (): Promise<
      Result<{ readonly own: ReadonlySet<string>; readonly packed: ReadonlySet<string> }>
    > => {
      const names = await files.list(folder)
      if (!names.ok) return names
      const own = new Set(
        names.value
          .filter((name) => name.endsWith(sealedExtension))
          .map((name) => name.slice(0, -sealedExtension.length))
          .filter(isId),
      )
      return whenOk(await packs.ids(), (packed) =>
        ok({ own, packed: new Set(packed.filter((id) => !own.has(id))) }),
      )
    },

    read: async (id: string): Promise<Result<Uint8Array | null>> =>
      orPacked(id, await files.read(fileOf(id))),

    /** At least the size of an ordinary header. */
    readStart: async (id: string): Promise<Result<Uint8Array | null>> => {
      const part = await files.readPart(fileOf(id), 0, usualHeaderBytes)
      return orPacked(id, part.ok ? ok(part.value?.bytes ?? null) : part)
    },

    write: (id: string, sealed: Uint8Array) => files.replace(fileOf(id), sealed),

    /** The newer state is removed last, so that a crash never leaves only an older one. */
    remove: async (id: string): Promise<Result<void>> =>
      whenOk(await packs.remove(id), () => files.remove(fileOf(id))),
  }
}

/** Describes one kind of records. `L` is their line in lists; `null` for a kind without lines. */
export interface RecordForm<T, L> {
  readonly folder: (typeof sealedFolders)[number]
  /** Whether a name is a possible id. The program makes ids, but a page may send anything. */
  readonly isId: (id: string) => boolean
  /** Makes a record from its body. Fails with `records.damaged`. */
  readonly read: (id: string, body: unknown) => Result<T>
  /** The part of a value to seal; the value itself if absent. */
  readonly write?: (value: T) => unknown
  /** Sealed apart from the body, so that a list opens only headers. */
  readonly line?: {
    readonly of: (value: T) => L
    /** `null` if the header is no line. */
    readonly read: (header: unknown) => L | null
    /** Called after every put, with or without a key. */
    readonly onPut: (line: L) => void
    readonly onRemoved: (id: string) => void
  }
  /** Joins a sealed value with one put while the key was away; if absent, the latter wins. */
  readonly join?: (sealed: T, held: T) => T
}

export type UseLine<L> = (id: string, line: Result<L>, isPacked: boolean) => Promise<void> | void

const parallelReads = 16

const readLine = <L>(
  line: { readonly read: (header: unknown) => L | null } | undefined,
  header: Uint8Array,
): Result<L> => {
  try {
    const read = line?.read(unpack(header)) ?? null
    if (read !== null) return ok(read)
  } catch {
    // The failure is returned below.
  }
  return damaged('the header is no list item')
}

/** Records of one kind on disk, sealed with the caller's key. */
export const createSealedRecords = <T, L>(files: Files, form: RecordForm<T, L>) => {
  const disk = createSealedFiles(files, form.folder, form.isId)
  /** Revisions of records with separate files that were read or written so far. */
  const revisions = new Map<string, number>()

  /** The name that the sealed sections are bound to. */
  const boundTo = (id: string) => (form.folder === 'library' ? id : `${form.folder}/${id}`)

  const has = async (id: string) =>
    whenOk(await disk.ids(), (ids) => ok(ids.own.has(id) || ids.packed.has(id)))

  const lineOf = async (master: MasterKey, id: string): Promise<Result<L> | null> => {
    const start = await disk.readStart(id)
    if (!start.ok) return start
    if (start.value === null) return null
    const head = openHeader(master, boundTo(id), start.value)
    if (!head.ok) return head
    if (head.value) return readLine(form.line, head.value.header)
    const whole = await disk.read(id)
    if (!whole.ok) return whole
    if (whole.value === null) return null
    return whenOk(openRecord(master, boundTo(id), whole.value), (record) =>
      readLine(form.line, record.header),
    )
  }

  /** Tells of records whose lines are torn, with what is left of their ids; not of those that were written again. */
  const tellTorn = async (known: readonly string[], use: UseLine<L>) => {
    const torn = await disk.torn()
    if (!torn.ok) return torn
    for (const beginning of torn.value)
      if (!known.some((id) => id.startsWith(beginning)))
        await use(beginning, damaged('its line in the pack is torn'), true)
    return ok(undefined)
  }

  return {
    has,
    ids: disk.ids,

    open: async (master: MasterKey, id: string): Promise<Result<T | null>> => {
      const bytes = await disk.read(id)
      if (!bytes.ok) return bytes
      if (bytes.value === null) return ok(null)
      const record = openRecord(master, boundTo(id), bytes.value)
      if (!record.ok) return record
      revisions.set(id, record.value.revision)
      return form.read(id, (await unpackSmall(record.value.body))?.value)
    },

    seal: async (
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
    },

    /** Whether there was one. */
    remove: async (id: string): Promise<Result<boolean>> => {
      const isThere = await has(id)
      if (!isThere.ok) return isThere
      const removed = isThere.value ? await disk.remove(id) : ok(undefined)
      if (!removed.ok) return removed
      revisions.delete(id)
      return isThere
    },

    lines: async (master: MasterKey, skip: (id: string) => boolean, use: UseLine<L>) => {
      const ids = await disk.ids()
      if (!ids.ok) return ids
      const packed = new Set([...ids.value.packed].filter((id) => !skip(id)))
      const read = await disk.readMany([...packed], (id, sealed) => {
        const head = openHeader(master, boundTo(id), sealed)
        const line = head.ok && head.value ? readLine(form.line, head.value.header) : null
        if (!line?.ok) return
        packed.delete(id)
        void use(id, line, true)
      })
      if (!read.ok) return read
      // Packed records that could not be read in bulk are read one by one, which gives the reason.
      const waiting = [...packed, ...[...ids.value.own].filter((id) => !skip(id))]
      await eachAtOnce(waiting, parallelReads, async (id) => {
        const line = await lineOf(master, id)
        if (line) await use(id, line, packed.has(id))
      })
      return tellTorn([...ids.value.own, ...ids.value.packed], use)
    },
  }
}
