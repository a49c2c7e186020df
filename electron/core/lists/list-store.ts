import { hash } from 'node:crypto'
import { z } from 'zod'
import {
  listFileSchema,
  type ListMapping,
  listMappingSchema,
  listViewSchema,
} from '#shared/lists/list.ts'
import { readKept } from '#shared/read-kept.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { SettingsFile } from '../platform/ports.ts'
import type { RecordStore } from '../records/record-store.ts'
import { createRecords } from '../records/records.ts'
import { listReadingSchema } from './file/list-messages.ts'

/** The stored form of a list: its description, and its file in pieces. Both are participant data and always sealed. */
export const storedListSchema = z.strictObject({
  ...listFileSchema.omit({ encoding: true, delimiter: true, hasHeader: true, skip: true }).shape,
  ...listViewSchema.omit({ rowsPerHour: true, secondsLeft: true, check: true }).shape,
  pieces: z.int(),
  reading: listReadingSchema,
  /** Rows that a person released to be sent again, each with the last attempt whose failure no longer counts. */
  again: z.array(z.tuple([z.int(), z.int()])),
})
export type StoredList = z.infer<typeof storedListSchema>

const pieceOf = (listId: string, piece: number): string => `${listId}-${piece}`

const damaged = fail({
  code: 'records.damaged',
  message: 'What was kept of this list is damaged and cannot be read.',
})

export const createListStore = ({ store }: { readonly store: RecordStore }) => {
  const lists = createRecords<StoredList>(store, {
    table: 'lists',
    read: (_name, body) => {
      const list = readKept(storedListSchema, body)
      return list.success ? ok(list.data) : damaged
    },
  })
  const pieces = createRecords<Uint8Array>(store, {
    table: 'list_pieces',
    read: (_name, body) => (body instanceof Uint8Array ? ok(body) : damaged),
  })

  return {
    /** Every list, in no order. Seals lists held in memory once there is a key. Counts unreadable ones in `locked`. */
    all: async () => {
      const settled = await store.settle()
      if (!settled.ok) return settled
      const onDisk = lists.ids()
      if (!onDisk.ok) return onDisk
      const found: StoredList[] = []
      let locked = 0
      for (const name of new Set([...onDisk.value, ...lists.held])) {
        const list = await lists.get(name)
        if (list.ok && list.value) found.push(list.value)
        else locked += 1
      }
      return ok({ lists: found, locked })
    },

    /** If there is a keychain, resolves once the list is durable on disk. Fails with `records.diskFull`. */
    save: (list: StoredList) => lists.put(list.listId, list),

    savePieces: async (listId: string, all: readonly Uint8Array[]): Promise<Result<void>> => {
      for (const [index, piece] of all.entries()) {
        const written = await pieces.put(pieceOf(listId, index), piece)
        if (!written.ok) return written
      }
      return ok(undefined)
    },

    pieces: async (listId: string, count: number): Promise<Result<readonly Uint8Array[]>> => {
      const all: Uint8Array[] = []
      for (let index = 0; index < count; index += 1) {
        const piece = await pieces.get(pieceOf(listId, index))
        if (!piece.ok) return piece
        if (piece.value === null) return damaged
        all.push(piece.value)
      }
      return ok(all)
    },

    remove: async (listId: string, count: number): Promise<Result<void>> => {
      const removed = await lists.remove(listId)
      if (!removed.ok) return removed
      for (let index = 0; index < count; index += 1) {
        const gone = await pieces.remove(pieceOf(listId, index))
        if (!gone.ok) return gone
      }
      return ok(undefined)
    },

    /** Whether new entries survive the end of the program. */
    isKept: async () => (await store.reach()).ok,
  }
}

export type ListStore = ReturnType<typeof createListStore>

const storageKey = 'listColumns'
const mostKept = 30

/**
 * A digest of the column names. The settings never hold the names, because a first row that was wrongly taken for
 * column names contains a participant.
 */
const digestOf = (columns: readonly string[]): string =>
  hash('sha256', JSON.stringify(columns), 'hex')

/** Not strict, so that fields of a later version are ignored: one mismatch would forget all remembered mappings. */
const mapping = z.object(listMappingSchema.shape)
const memorySchema = z.array(z.object({ digest: z.string(), mapping }))

/** Remembers the column of each field for each set of column names. It keeps only a digest of the names. */
export const createMappingMemory = (file: SettingsFile) => {
  const all = () => memorySchema.safeParse(file.get(storageKey)).data ?? []
  return {
    find: (columns: readonly string[]): ListMapping | null =>
      all().find(({ digest }) => digest === digestOf(columns))?.mapping ?? null,
    keep: (columns: readonly string[], mapping: ListMapping): void => {
      const digest = digestOf(columns)
      const others = all().filter((known) => known.digest !== digest)
      file.set(storageKey, [{ digest, mapping }, ...others].slice(0, mostKept))
    },
  }
}

export type MappingMemory = ReturnType<typeof createMappingMemory>
