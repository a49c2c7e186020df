import { readKept } from '#shared/read-kept.ts'
import { randomUUID } from 'node:crypto'
import type { RecentParticipant } from '#shared/ipc/views.ts'
import { ok, type Result } from '#shared/result.ts'
import { z } from 'zod'
import { packSmall, unpackSmall } from '../crypto/packed.ts'
import type { SealedStore } from '../crypto/sealed-store.ts'
import { isLostForGood } from '../library/lost-for-good.ts'
import type { Logger } from '../ports.ts'
import { createQueue } from '#shared/queue.ts'

const maxRecents = 10
/** Larger files are remembered by their path only. */
const maxCopyBytes = 5 * 1024 * 1024

const entrySchema = z.strictObject({
  id: z.string().min(1),
  fileName: z.string(),
  /** Empty where the host does not know it. */
  path: z.string(),
  participantName: z.string(),
  openedAt: z.iso.datetime(),
  sha256: z.string(),
  copy: z.instanceof(Uint8Array).nullable(),
})
type Entry = z.infer<typeof entrySchema>

/** A file that was opened, as it is remembered. */
export interface RememberedFile extends Omit<Entry, 'id' | 'copy'> {
  readonly bytes: Uint8Array
}

/** What is known of a recent file when it is opened again. */
export interface RecentFile {
  readonly fileName: string
  readonly path: string
  readonly openedAt: string
  /** The bytes as they were; null when the file was too large to keep. */
  readonly copy: Uint8Array | null
}

/** The last ten participant files, newest first, sealed on disk. */
export interface Recents {
  /** Moves the file to the front. A failure to write is logged; the file itself is open all the same. */
  remember(file: RememberedFile): Promise<void>
  list(): Promise<Result<readonly RecentParticipant[]>>
  find(id: string): Promise<Result<RecentFile | null>>
  forget(): Promise<Result<void>>
}

type Identity = Pick<Entry, 'path' | 'fileName' | 'sha256'>

const isSame = (a: Identity, b: Identity): boolean =>
  a.path !== '' || b.path !== ''
    ? a.path === b.path
    : a.fileName === b.fileName && a.sha256 === b.sha256

const viewOf = ({ id, fileName, participantName, openedAt }: Entry): RecentParticipant => ({
  id,
  fileName,
  participantName,
  openedAt,
})

const entriesOf = (value: unknown): Entry[] => {
  const entries = readKept(z.array(entrySchema), value ?? [])
  return entries.success ? entries.data : []
}

/** The files of a session without a key before the ones that were sealed earlier. */
export const joinRecents = (sealed: unknown, kept: unknown): unknown => {
  const later = entriesOf(kept)
  const earlier = entriesOf(sealed).filter((entry) => !later.some((other) => isSame(other, entry)))
  return [...later, ...earlier].slice(0, maxRecents)
}

export const createRecents = (store: SealedStore, logger: Logger): Recents => {
  const inOrder = createQueue()

  const read = async (): Promise<Result<Entry[]>> => {
    const stored = await store.read()
    if (stored.ok) return ok(entriesOf(stored.value))
    logger.warn(`recent files cannot be read: ${stored.error.code}`)
    return isLostForGood(stored.error) ? ok([]) : stored
  }

  return {
    remember: ({ bytes, ...file }) =>
      inOrder('recents', async () => {
        const entries = await read()
        // Written anew they would be lost, and perhaps they can be read the next time.
        if (!entries.ok) return
        const before = entries.value.find((entry) => isSame(entry, file))
        const copy = bytes.length <= maxCopyBytes ? await packSmall(bytes) : null
        const entry: Entry = { ...file, id: before?.id ?? randomUUID(), copy }
        const others = entries.value.filter((other) => other !== before)
        const written = await store.write([entry, ...others].slice(0, maxRecents))
        if (!written.ok) logger.warn(`recent files were not saved: ${written.error.code}`)
      }),

    list: () =>
      inOrder('recents', async () => {
        const entries = await read()
        return ok(entries.ok ? entries.value.map(viewOf) : [])
      }),

    find: (id) =>
      inOrder('recents', async () => {
        const entries = await read()
        if (!entries.ok) return entries
        const entry = entries.value.find((candidate) => candidate.id === id)
        if (!entry) return ok(null)
        const unpacked = entry.copy === null ? null : await unpackSmall(entry.copy)
        const copy = unpacked?.value instanceof Uint8Array ? unpacked.value : null
        return ok({ fileName: entry.fileName, path: entry.path, openedAt: entry.openedAt, copy })
      }),

    forget: () => inOrder('recents', () => store.clear()),
  }
}
