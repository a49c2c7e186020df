import { libraryItemSchema, libraryRecordSchema, type LibraryItem, type LibraryRecord } from '#shared/ipc/views.ts'
import { unpack, pack } from '#shared/ipc/pack.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { z } from 'zod'
import { sealedExtension } from '../crypto/key-ring.ts'
import { packSmall, unpackSmall } from '../crypto/packed.ts'
import {
  openHeader,
  openRecord,
  sealRecord,
  usualHeaderBytes,
  type MasterKey,
  type RecordFile,
} from '../crypto/record-file.ts'
import type { Files } from '../ports.ts'
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

const damaged = (details: string): Result<never> =>
  fail({
    code: 'library.damaged',
    message: 'This saved result is damaged and cannot be opened. The file was left as it is.',
    advice: 'Restore the file from a backup, or run the forecast again.',
    details,
  })

const notFound = (): Result<never> =>
  fail({ code: 'library.notFound', message: 'This saved result is no longer there.' })

const bodySchema = z.strictObject({ record: libraryRecordSchema, verbatim: z.string() })

const readHeader = (header: Uint8Array): LibraryItem | null => {
  try {
    return libraryItemSchema.safeParse(unpack(header)).data ?? null
  } catch {
    return null
  }
}

/** Sealed records as files, one each; knows nothing of lists, caches and sessions. */
export const createRecordStore = (files: Files) => {
  const readSealed = async (master: MasterKey, id: string): Promise<Result<RecordFile>> => {
    const bytes = await files.read(fileOf(id))
    if (!bytes.ok) return bytes
    return bytes.value === null ? notFound() : openRecord(master, id, bytes.value)
  }

  const readHead = async (master: MasterKey, id: string) => {
    const start = await (files.readStart?.(fileOf(id), usualHeaderBytes) ?? files.read(fileOf(id)))
    if (!start.ok) return start
    if (start.value === null) return notFound()
    const head = openHeader(master, id, start.value)
    return head.ok && head.value === null ? readSealed(master, id) : head
  }

  return {
    /** Ids of the record files there are, sound or not. */
    ids: async (): Promise<Result<readonly string[]>> => {
      const names = await files.list(folder)
      if (!names.ok) return names
      const ours = names.value.filter((name) => name.endsWith(sealedExtension))
      return ok(ours.map((name) => name.slice(0, -sealedExtension.length)).filter(isRecordId))
    },

    /** The line for lists, without opening the body. Fails as `open` does. */
    item: async (master: MasterKey, id: string): Promise<Result<LibraryItem>> => {
      const head = await readHead(master, id)
      if (!head.ok) return head
      const item = head.value && readHeader(head.value.header)
      return item ? ok(item) : damaged('the header is no list item')
    },

    /** Fails with `library.notFound`, `library.damaged`, `library.newerVersion` or `library.keyUnreachable`. */
    open: async (master: MasterKey, id: string): Promise<Result<Saved & { readonly revision: number }>> => {
      const file = await readSealed(master, id)
      if (!file.ok) return file
      const body = bodySchema.safeParse((await unpackSmall(file.value.body))?.value)
      if (!body.success) return damaged(`the body does not fit: ${body.error.issues[0]?.path.join('.') ?? ''}`)
      return body.data.record.id === id
        ? ok({ ...body.data, revision: file.value.revision })
        : damaged('the record is another one')
    },

    /** Durable when it resolves. Fails with `library.diskFull`. */
    write: async (master: MasterKey, saved: Saved, revision: number): Promise<Result<LibraryItem>> => {
      const item = itemOf(saved.record)
      const body = await packSmall({ record: saved.record, verbatim: saved.verbatim })
      const sealed = sealRecord(master, saved.record.id, { revision, header: pack(item), body })
      const written = await files.replace(fileOf(saved.record.id), sealed)
      return written.ok ? ok(item) : written
    },

    remove: (id: string): Promise<Result<void>> => files.remove(fileOf(id)),
  }
}

export type RecordStore = ReturnType<typeof createRecordStore>
