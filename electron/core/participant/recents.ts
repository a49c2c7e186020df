import { readKept } from '#shared/read-kept.ts'
import { randomUUID } from 'node:crypto'
import { ok, type Result } from '#shared/result.ts'
import { z } from 'zod'
import { packSmall, unpackSmall } from '../records/packed.ts'
import { isLostForGood } from '../records/damaged.ts'
import type { CoreParts } from '../platform/ports.ts'
import type { RecordStore } from '../records/record-store.ts'
import { createRecords } from '../records/records.ts'
import { createTurns } from '#shared/queue.ts'

const maxRecents = 10
/** Maximum size in bytes of a copied file; a larger file is remembered only by its path. */
const maxCopyBytes = 5 * 1024 * 1024

const entrySchema = z.strictObject({
  id: z.string().min(1),
  fileName: z.string(),
  /** Empty if the host does not know the path. */
  path: z.string(),
  participantName: z.string(),
  openedAt: z.iso.datetime(),
  sha256: z.string(),
  copy: z.instanceof(Uint8Array).nullable(),
})
type Entry = z.infer<typeof entrySchema>

interface RememberedFile extends Omit<Entry, 'id' | 'copy'> {
  readonly bytes: Uint8Array
}

type Identity = Pick<Entry, 'path' | 'fileName' | 'sha256'>

const isSame = (a: Identity, b: Identity) =>
  a.path !== '' || b.path !== ''
    ? a.path === b.path
    : a.fileName === b.fileName && a.sha256 === b.sha256

/** Files remembered while no key was available are newer, so they come before the sealed ones. */
const join = (sealed: readonly Entry[], held: readonly Entry[]): readonly Entry[] =>
  [...held, ...sealed.filter((entry) => !held.some((other) => isSame(other, entry)))].slice(
    0,
    maxRecents,
  )

const name = 'recents'

/** The last ten participant files, newest first, sealed on disk. */
export const createRecents = ({
  logger,
  store,
}: Pick<CoreParts, 'logger'> & { readonly store: RecordStore }) => {
  const inOrder = createTurns()
  const records = createRecords<readonly Entry[]>(store, {
    table: 'recent_files',
    read: (_id, body) => ok(readKept(z.array(entrySchema), body).data ?? []),
    join,
  })
  /** The sealed entries, cached because unpacking their copies takes time. */
  let sealed: readonly Entry[] | null = null

  const read = async (): Promise<Result<readonly Entry[]>> => {
    if (sealed) return ok(sealed)
    const key = await records.reach()
    const stored = await records.get(name)
    if (stored.ok) {
      if (key.ok && !records.held.has(name)) sealed = stored.value ?? []
      return ok(stored.value ?? [])
    }
    // Without a key, the earlier entries cannot be read. New entries are joined with them once a
    // key is available.
    if (!key.ok) return ok([])
    logger.warn(`recent files cannot be read: ${stored.error.code}`)
    return isLostForGood(stored.error) ? ok([]) : stored
  }

  const write = async (entries: readonly Entry[]): Promise<Result<void>> => {
    sealed = null
    const written = await records.put(name, entries)
    if (written.ok && !records.held.has(name)) sealed = entries
    return written
  }

  return {
    /** Moves the file to the front. A failed write is only logged, because the file is open anyway. */
    remember: ({ bytes, ...file }: RememberedFile) =>
      inOrder(async () => {
        const entries = await read()
        // Does not write, because that would lose the unreadable entries, which may be readable
        // next time.
        if (!entries.ok) return
        const before = entries.value.find((entry) => isSame(entry, file))
        const copy = bytes.length <= maxCopyBytes ? await packSmall(bytes) : null
        const entry: Entry = { ...file, id: before?.id ?? randomUUID(), copy }
        const others = entries.value.filter((other) => other !== before)
        const written = await write([entry, ...others].slice(0, maxRecents))
        if (!written.ok) logger.warn(`recent files were not saved: ${written.error.code}`)
      }),

    list: () =>
      inOrder(async () => {
        const entries = await read()
        return ok(
          (entries.ok ? entries.value : []).map(({ id, fileName, participantName, openedAt }) => ({
            id,
            fileName,
            participantName,
            openedAt,
          })),
        )
      }),

    /** Id of the recent file with this text; null if there is none. */
    idOf: (sha256: string) =>
      inOrder(async () => {
        const entries = await read()
        return (
          (entries.ok ? entries.value : []).find((entry) => entry.sha256 === sha256)?.id ?? null
        )
      }),

    /** A recent file with its earlier bytes, unless it was too large to copy; null if it is unknown. */
    find: (id: string) =>
      inOrder(async () => {
        const entries = await read()
        if (!entries.ok) return entries
        const entry = entries.value.find((candidate) => candidate.id === id)
        if (!entry) return ok(null)
        const unpacked = entry.copy && (await unpackSmall(entry.copy))
        return ok({ ...entry, copy: unpacked?.value instanceof Uint8Array ? unpacked.value : null })
      }),

    forget: () =>
      inOrder(async (): Promise<Result<unknown>> => {
        sealed = null
        return records.remove(name)
      }),
  }
}
export type Recents = ReturnType<typeof createRecents>
