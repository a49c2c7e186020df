import { readKept } from '#shared/read-kept.ts'
import {
  batchCountsSchema,
  batchDefaultsSchema,
  batchMappingSchema,
  batchOptionsSchema,
  batchStateSchema,
} from '#shared/ipc/batch-views.ts'
import { environmentStampSchema } from '#shared/ipc/views.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { z } from 'zod'
import { sealedExtension, type KeyRing } from '../crypto/key-ring.ts'
import { packSmall, unpackSmall } from '../crypto/packed.ts'
import { openRecord, sealRecord, type MasterKey } from '../crypto/record-file.ts'
import type { Files } from '../ports.ts'
import { listReadingSchema } from './list-messages.ts'

/** A list as it is kept: what it is, and its file in pieces. Both are participant data and only ever sealed. */
export const storedListSchema = z.strictObject({
  batchId: z.uuid(),
  fileName: z.string(),
  bytes: z.number().int(),
  pieces: z.number().int(),
  openedAt: z.iso.datetime(),
  reading: listReadingSchema,
  columns: z.array(z.string()),
  rows: z.number().int(),
  sample: z.array(z.array(z.string())),
  mapping: batchMappingSchema,
  mappingRemembered: z.boolean(),
  defaults: batchDefaultsSchema,
  notes: z.array(z.string()),
  environment: environmentStampSchema.nullable(),
  /** Address for which it was checked; empty before. */
  url: z.string(),
  state: batchStateSchema,
  why: z.string(),
  counts: batchCountsSchema,
  needReason: z.number().int().min(0),
  options: batchOptionsSchema,
  startedAt: z.iso.datetime().nullable(),
  attempt: z.number().int().min(1),
  /** The counts as failed rows were last made ready again. Absent in lists of earlier versions. */
  before: batchCountsSchema.nullable().default(null),
  /** Rows that a person has made ready again, each with the last attempt whose failure no longer counts. */
  again: z.array(z.tuple([z.number().int(), z.number().int()])),
})
export type StoredList = z.infer<typeof storedListSchema>

export interface ListStore {
  /** Every list there is, in no order, those kept for the session sealed where there is a key by now; those that cannot be opened are left out and counted in `locked`. */
  all(): Promise<Result<{ readonly lists: readonly StoredList[]; readonly locked: number }>>
  /** Ids of the lists on disk, those that cannot be opened now among them. */
  idsOnDisk(): Promise<Result<ReadonlySet<string>>>
  /** Durable when it resolves, where there is a keychain. Fails with `library.diskFull`. */
  save(list: StoredList): Promise<Result<void>>
  savePieces(batchId: string, pieces: readonly Uint8Array[]): Promise<Result<void>>
  pieces(batchId: string, count: number): Promise<Result<readonly Uint8Array[]>>
  remove(batchId: string, pieces: number): Promise<Result<void>>
  /** Whether what is saved now outlives the session. */
  isKept(): Promise<boolean>
}

const folder = 'sealed'
const prefix = 'list-'
const nameOf = (batchId: string, piece?: number): string =>
  `${prefix}${batchId}${piece === undefined ? '' : `-piece-${piece}`}`
const fileOf = (name: string): string => `${folder}/${name}${sealedExtension}`
const isList = /^list-[0-9a-f-]{36}$/

const damaged = (): Result<never> =>
  fail({
    code: 'library.damaged',
    message: 'What was kept of this list is damaged and cannot be read.',
  })

export const createListStore = ({
  files,
  keyRing,
}: {
  readonly files: Files
  readonly keyRing: KeyRing
}): ListStore => {
  /** What there was no key for: gone with the session. */
  const session = new Map<string, unknown>()
  const revisions = new Map<string, number>()

  const seal = async (master: MasterKey, name: string, value: unknown): Promise<Result<void>> => {
    const revision = (revisions.get(name) ?? 0) + 1
    const record = { revision, header: new Uint8Array(), body: await packSmall(value) }
    const written = await files.replace(
      fileOf(name),
      sealRecord(master, `${folder}/${name}`, record),
    )
    if (written.ok) revisions.set(name, revision)
    return written
  }

  const write = async (name: string, value: unknown): Promise<Result<void>> => {
    const master = session.has(name) ? null : await keyRing.get()
    if (master?.ok) return seal(master.value, name, value)
    session.set(name, value)
    return ok(undefined)
  }

  /** Seals what was kept for the session, once there is a key after all: pieces before their lists. */
  const adopt = async (): Promise<Result<void>> => {
    const master = session.size > 0 ? await keyRing.get() : null
    if (!master?.ok) return ok(undefined)
    const names = [...session.keys()].toSorted(
      (a, b) => Number(isList.test(a)) - Number(isList.test(b)),
    )
    for (const name of names) {
      const sealed = await seal(master.value, name, session.get(name))
      if (!sealed.ok) return sealed
      session.delete(name)
    }
    return ok(undefined)
  }

  const read = async (name: string): Promise<Result<unknown>> => {
    if (session.has(name)) return ok(session.get(name))
    const master = await keyRing.get()
    if (!master.ok) return master
    const bytes = await files.read(fileOf(name))
    if (!bytes.ok) return bytes
    if (bytes.value === null) return damaged()
    const record = openRecord(master.value, `${folder}/${name}`, bytes.value)
    if (!record.ok) return record
    revisions.set(name, record.value.revision)
    const unpacked = await unpackSmall(record.value.body)
    return unpacked ? ok(unpacked.value) : damaged()
  }

  const namesOnDisk = async (): Promise<Result<readonly string[]>> => {
    const names = await files.list(folder)
    if (!names.ok) return names
    const sealed = names.value.filter((name) => name.endsWith(sealedExtension))
    return ok(
      sealed
        .map((name) => name.slice(0, -sealedExtension.length))
        .filter((name) => isList.test(name)),
    )
  }

  return {
    all: async () => {
      const adopted = await adopt()
      if (!adopted.ok) return adopted
      const onDisk = await namesOnDisk()
      if (!onDisk.ok) return onDisk
      const wanted = new Set([
        ...onDisk.value,
        ...[...session.keys()].filter((name) => isList.test(name)),
      ])
      const lists: StoredList[] = []
      let locked = 0
      for (const name of wanted) {
        const value = await read(name)
        const list = value.ok ? readKept(storedListSchema, value.value) : null
        if (list?.success) lists.push(list.data)
        else locked += 1
      }
      return ok({ lists, locked })
    },

    idsOnDisk: async () => {
      const names = await namesOnDisk()
      return names.ok ? ok(new Set(names.value.map((name) => name.slice(prefix.length)))) : names
    },

    save: (list) => write(nameOf(list.batchId), list),

    savePieces: async (batchId, pieces) => {
      for (const [index, piece] of pieces.entries()) {
        const written = await write(nameOf(batchId, index), piece)
        if (!written.ok) return written
      }
      return ok(undefined)
    },

    pieces: async (batchId, count) => {
      const pieces: Uint8Array[] = []
      for (let index = 0; index < count; index += 1) {
        const value = await read(nameOf(batchId, index))
        if (!value.ok) return value
        if (!(value.value instanceof Uint8Array)) return damaged()
        pieces.push(value.value)
      }
      return ok(pieces)
    },

    remove: async (batchId, pieces) => {
      const names = [
        nameOf(batchId),
        ...Array.from({ length: pieces }, (_, index) => nameOf(batchId, index)),
      ]
      for (const name of names) {
        if (session.delete(name)) continue
        const removed = await files.remove(fileOf(name))
        if (!removed.ok) return removed
      }
      return ok(undefined)
    },

    isKept: async () => (await keyRing.get()).ok,
  }
}
