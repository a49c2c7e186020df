import { ok, type Result } from '#shared/result.ts'
import type { Files } from '../ports.ts'
import { sealedExtension, type sealedFolders } from './key-ring.ts'
import { createPacks } from './packs.ts'
import { usualHeaderBytes } from './record-file.ts'

/** Sealed bytes by record id, in separate files or as lines of a pack. This knows neither keys nor content. */
export const createSealedFiles = (
  files: Files,
  folder: (typeof sealedFolders)[number],
  isId: (id: string) => boolean,
) => {
  const packs = createPacks(files, folder, isId)
  const fileOf = (id: string): string => `${folder}/${id}${sealedExtension}`
  /** A separate file counts before a line in a pack. */
  const orPacked = async (
    id: string,
    own: Result<Uint8Array | null>,
  ): Promise<Result<Uint8Array | null>> => (own.ok && own.value === null ? packs.read(id) : own)

  return {
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
      const packed = await packs.ids()
      return packed.ok
        ? ok({ own, packed: new Set(packed.value.filter((id) => !own.has(id))) })
        : packed
    },

    /** `null` if there is none. */
    read: async (id: string): Promise<Result<Uint8Array | null>> =>
      orPacked(id, await files.read(fileOf(id))),

    /** At least the size of an ordinary header. */
    readStart: async (id: string): Promise<Result<Uint8Array | null>> =>
      orPacked(
        id,
        await (files.readStart?.(fileOf(id), usualHeaderBytes) ?? files.read(fileOf(id))),
      ),

    /** Beginnings of torn lines in packs; see {@link createPacks}. */
    torn: packs.torn,

    /** Returns those of `ids` that are in packs, many per read. */
    readPacked: packs.readMany,

    /** Writes a separate file; durable when it resolves. Fails with `records.diskFull`. */
    write: (id: string, sealed: Uint8Array): Promise<Result<void>> =>
      files.replace(fileOf(id), sealed),

    /** Adds a new record to a pack; durable when it resolves. */
    append: packs.append,

    remove: async (id: string): Promise<Result<void>> => {
      // The newer state is removed last, so that a crash never leaves only an older one.
      const packed = await packs.remove(id)
      return packed.ok ? files.remove(fileOf(id)) : packed
    },
  }
}
