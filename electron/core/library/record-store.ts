import { readKept } from '#shared/read-kept.ts'
import {
  libraryItemSchema,
  libraryRecordSchema,
  type LibraryItem,
  type LibraryRecord,
} from '#shared/ipc/views.ts'
import { unpack, pack } from '#shared/ipc/pack.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { z } from 'zod'
import { sealedExtension } from '../crypto/key-ring.ts'
import { packSmall, unpackSmall } from '../crypto/packed.ts'
import {
  damaged,
  openHeader,
  openRecord,
  sealRecord,
  usualHeaderBytes,
  type MasterKey,
  type RecordFile,
} from '../crypto/record-file.ts'
import type { Files } from '../ports.ts'
import { createRowPacks } from './row-packs.ts'
import { itemOf } from './summary.ts'

/** A record with the service's answer exactly as it came. */
export interface Saved {
  readonly record: LibraryRecord
  readonly verbatim: string
}

const folder = 'library'
const idPattern = /^[A-Za-z0-9][A-Za-z0-9-]{0,99}$/

/** Whether `id` may name a file. Ids are made by the program; one from a page may be anything. */
export const isRecordId = (id: string): boolean => idPattern.test(id)

const fileOf = (id: string): string => `${folder}/${id}${sealedExtension}`

const notFound = (): Result<never> =>
  fail({ code: 'library.notFound', message: 'This saved result is no longer there.' })

const bodySchema = z.strictObject({ record: libraryRecordSchema, verbatim: z.string() })

const readHeader = (header: Uint8Array): LibraryItem | null => {
  try {
    const item = readKept(libraryItemSchema, unpack(header)).data ?? null
    // Earlier versions claimed a unit here; what an amount is read as is a setting now.
    return item?.kind.startsWith('forecast')
      ? { ...item, summary: item.summary.replace(/ a year\b/g, '') }
      : item
  } catch {
    return null
  }
}

/** Sealed records, a file each or a line in a list's pack; knows nothing of indexes, caches and sessions. */
export const createRecordStore = (files: Files) => {
  const packs = createRowPacks(files, isRecordId)
  /** Ids of the records that had a file of their own when the ids were last asked for. */
  let own: ReadonlySet<string> = new Set()

  const readSealed = async (master: MasterKey, id: string): Promise<Result<RecordFile>> => {
    const own = await files.read(fileOf(id))
    const bytes = own.ok && own.value === null ? await packs.read(id) : own
    if (!bytes.ok) return bytes
    return bytes.value === null ? notFound() : openRecord(master, id, bytes.value)
  }

  const readHead = async (master: MasterKey, id: string) => {
    const own = await (files.readStart?.(fileOf(id), usualHeaderBytes) ?? files.read(fileOf(id)))
    const start = own.ok && own.value === null ? await packs.read(id) : own
    if (!start.ok) return start
    if (start.value === null) return notFound()
    const head = openHeader(master, id, start.value)
    return head.ok && head.value === null ? readSealed(master, id) : head
  }

  const seal = async (master: MasterKey, { record, verbatim }: Saved, revision: number) => {
    const item = itemOf(record)
    const body = await packSmall({ record, verbatim })
    return { item, sealed: sealRecord(master, record.id, { revision, header: pack(item), body }) }
  }

  return {
    /** Ids of the records there are, sound or not. */
    ids: async (): Promise<Result<readonly string[]>> => {
      const names = await files.list(folder)
      if (!names.ok) return names
      const ours = names.value.filter((name) => name.endsWith(sealedExtension))
      own = new Set(ours.map((name) => name.slice(0, -sealedExtension.length)).filter(isRecordId))
      const packed = await packs.ids()
      return packed.ok ? ok([...new Set([...own, ...packed.value])]) : packed
    },

    /** Lines for lists of those of `ids` that lie in packs and are sound, many at a look; of the others {@link item} tells. */
    rowItems: (
      master: MasterKey,
      ids: readonly string[],
      use: (item: LibraryItem) => void,
    ): Promise<Result<void>> =>
      packs.readMany(
        ids.filter((id) => !own.has(id)),
        (id, sealed) => {
          const head = openHeader(master, id, sealed)
          const item = head.ok && head.value ? readHeader(head.value.header) : null
          if (item) use(item)
        },
      ),

    /** The line for lists, without opening the body. Fails as `open` does. */
    item: async (master: MasterKey, id: string): Promise<Result<LibraryItem>> => {
      const head = await readHead(master, id)
      if (!head.ok) return head
      const item = head.value && readHeader(head.value.header)
      return item ? ok(item) : damaged('the header is no list item')
    },

    /** Fails with `library.notFound`, `library.damaged`, `library.newerVersion` or `library.keyUnreachable`. */
    open: async (
      master: MasterKey,
      id: string,
    ): Promise<Result<Saved & { readonly revision: number }>> => {
      const file = await readSealed(master, id)
      if (!file.ok) return file
      const body = readKept(bodySchema, (await unpackSmall(file.value.body))?.value)
      if (!body.success)
        return damaged(`the body does not fit: ${body.error.issues[0]?.path.join('.') ?? ''}`)
      return body.data.record.id === id
        ? ok({ ...body.data, revision: file.value.revision })
        : damaged('the record is another one')
    },

    /** A file of its own; durable when it resolves. Fails with `library.diskFull`. */
    write: async (
      master: MasterKey,
      saved: Saved,
      revision: number,
    ): Promise<Result<LibraryItem>> => {
      const { item, sealed } = await seal(master, saved, revision)
      const written = await files.replace(fileOf(saved.record.id), sealed)
      return written.ok ? ok(item) : written
    },

    /** A new record into the pack of its list; durable when it resolves. A file of its own, once written, goes before it. */
    writeRow: async (
      master: MasterKey,
      saved: Saved,
      batchId: string,
    ): Promise<Result<LibraryItem>> => {
      const { item, sealed } = await seal(master, saved, 1)
      const written = await packs.append(batchId, saved.record.id, sealed)
      return written.ok ? ok(item) : written
    },

    remove: async (id: string): Promise<Result<void>> => {
      // The newer one goes last: what is left after a crash is never an older state.
      const packed = await packs.remove(id)
      return packed.ok ? files.remove(fileOf(id)) : packed
    },
  }
}

export type RecordStore = ReturnType<typeof createRecordStore>
