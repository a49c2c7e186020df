import { eachAtOnce } from '#shared/each-at-once.ts'
import { pack, unpack } from '#shared/ipc/pack.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Files } from '../ports.ts'
import type { sealedFolders } from './key-ring.ts'
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

/** Open files at a time while headers are read. */
const parallelReads = 16

/** The line that a header holds. */
const readLine = <L>(
  line: { readonly read: (header: unknown) => L | null } | undefined,
  header: Uint8Array,
): Result<L> => {
  try {
    const read = line?.read(unpack(header)) ?? null
    if (read !== null) return ok(read)
  } catch {
    // Said below.
  }
  return damaged('the header is no list item')
}

/** Records of one kind on disk, sealed under a key that the caller has. */
export const createSealedRecords = <T, L>(files: Files, form: RecordForm<T, L>) => {
  const disk = createSealedFiles(files, form.folder, form.isId)
  /** Of records with files of their own, as far as they were read or written. */
  const revisions = new Map<string, number>()

  /** The name to which the sealed sections are bound. */
  const boundTo = (id: string): string => (form.folder === 'library' ? id : `${form.folder}/${id}`)

  const has = async (id: string): Promise<Result<boolean>> => {
    const ids = await disk.ids()
    return ids.ok ? ok(ids.value.own.has(id) || ids.value.packed.has(id)) : ids
  }

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
    const record = openRecord(master, boundTo(id), whole.value)
    return record.ok ? readLine(form.line, record.value.header) : record
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

    /** `packName` is as in {@link PutOptions}. */
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

    /** As in {@link Records}. */
    lines: async (
      master: MasterKey,
      skip: (id: string) => boolean,
      use: (id: string, line: Result<L>, isPacked: boolean) => Promise<void> | void,
    ): Promise<Result<void>> => {
      const ids = await disk.ids()
      if (!ids.ok) return ids
      const packed = new Set([...ids.value.packed].filter((id) => !skip(id)))
      const read = await disk.readPacked([...packed], (id, sealed) => {
        const head = openHeader(master, boundTo(id), sealed)
        const line = head.ok && head.value ? readLine(form.line, head.value.header) : null
        if (!line?.ok) return
        packed.delete(id)
        void use(id, line, true)
      })
      if (!read.ok) return read
      // Those of the packs that could not be read go the slow way, which says why.
      const waiting = [...packed, ...[...ids.value.own].filter((id) => !skip(id))]
      await eachAtOnce(waiting, parallelReads, async (id) => {
        const line = await lineOf(master, id)
        if (line) await use(id, line, packed.has(id))
      })
      return ok(undefined)
    },
  }
}
