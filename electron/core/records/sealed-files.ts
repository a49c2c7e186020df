import { ok, type Result } from '#shared/result.ts'
import type { Files } from '../ports.ts'
import { sealedExtension, type sealedFolders } from './key-ring.ts'
import { createPacks } from './packs.ts'
import { usualHeaderBytes } from './record-file.ts'

/** Sealed bytes by the id of their record, a file each or a line in a pack; knows nothing of keys and of what is in them. */
export const createSealedFiles = (
  files: Files,
  folder: (typeof sealedFolders)[number],
  isId: (id: string) => boolean,
) => {
  const packs = createPacks(files, folder, isId)
  const fileOf = (id: string): string => `${folder}/${id}${sealedExtension}`
  /** A file of its own, once written, goes before the line in a pack. */
  const orPacked = async (
    id: string,
    own: Result<Uint8Array | null>,
  ): Promise<Result<Uint8Array | null>> => (own.ok && own.value === null ? packs.read(id) : own)

  return {
    /** Ids of the records there are, sound or not; `packed` are those that have no file of their own. */
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

    /** `null` where there is none. */
    read: async (id: string): Promise<Result<Uint8Array | null>> =>
      orPacked(id, await files.read(fileOf(id))),

    /** At least as much of it as an ordinary header takes. */
    readStart: async (id: string): Promise<Result<Uint8Array | null>> =>
      orPacked(
        id,
        await (files.readStart?.(fileOf(id), usualHeaderBytes) ?? files.read(fileOf(id))),
      ),

    /** Hands over those of `ids` that lie in packs, many at a look. */
    readPacked: packs.readMany,

    /** A file of its own; durable when it resolves. Fails with `records.diskFull`. */
    write: (id: string, sealed: Uint8Array): Promise<Result<void>> =>
      files.replace(fileOf(id), sealed),

    /** A new record into a pack; durable when it resolves. */
    append: packs.append,

    remove: async (id: string): Promise<Result<void>> => {
      // The newer one goes last: what is left after a crash is never an older state.
      const packed = await packs.remove(id)
      return packed.ok ? files.remove(fileOf(id)) : packed
    },
  }
}
