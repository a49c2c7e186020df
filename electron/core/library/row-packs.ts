import { createQueue } from '#shared/queue.ts'
import { ok, type Result } from '#shared/result.ts'
import { packExtension } from '../crypto/key-ring.ts'
import { readPart } from '../file-parts.ts'
import type { Files } from '../ports.ts'

/**
 * Receipts of the rows of lists. Ten thousand files of a kilobyte cost a disk more than sending the rows costs the
 * service, so the sealed records of one list lie in one file that only grows, a line each. See docs/file-format.md.
 */

/** Where a record's line is. */
interface Place {
  readonly pack: string
  readonly offset: number
  readonly length: number
}

/** Records that are written together, and what came of it. */
interface Group {
  readonly rows: { readonly id: string; readonly line: Buffer }[]
  readonly written: Promise<Result<void>>
}

const folder = 'library'
/** Bytes read at once. */
const chunkBytes = 1024 * 1024
const lineFeed = 10
const lineEnd = '.'

const fileOf = (pack: string): string => `${folder}/${pack}${packExtension}`
const lineOf = (id: string, sealed: Uint8Array): Buffer =>
  Buffer.from(`\n${id} ${Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength).toString('base64')}${lineEnd}`)

/** The id at the start of a whole line; null for one that a power cut has left half-written. */
const idIn = (line: Buffer): string | null => {
  const space = line.indexOf(32)
  return space > 0 && line.at(-1) === lineEnd.charCodeAt(0) ? line.toString('latin1', 0, space) : null
}

/** `isId` tells what may be the id of a record. */
export const createRowPacks = (files: Files, isId: (id: string) => boolean) => {
  const places = new Map<string, Place>()
  /** How far each file was read. */
  const ends = new Map<string, number>()
  const waiting = new Map<string, Group>()
  const inOrder = createQueue()

  const forget = (pack: string): void => {
    ends.delete(pack)
    for (const [id, place] of places) if (place.pack === pack) places.delete(id)
  }

  const note = (pack: string, offset: number, line: Buffer): void => {
    const id = idIn(line)
    if (id !== null && isId(id)) places.set(id, { pack, offset, length: line.length })
  }

  /** Reads what was appended since the last look; a file that has become shorter is read anew. */
  const scan = async (pack: string): Promise<Result<void>> => {
    let rest: Buffer = Buffer.alloc(0)
    for (let at = ends.get(pack) ?? 0; ; ) {
      const part = await readPart(files, fileOf(pack), at, chunkBytes)
      if (!part.ok) return part
      if (part.value.size < at) {
        forget(pack)
        at = 0
        rest = Buffer.alloc(0)
        continue
      }
      const { bytes, size } = part.value
      const chunk = Buffer.concat([rest, bytes])
      const base = at - rest.length
      let start = 0
      for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
        note(pack, base + start, chunk.subarray(start, end))
        start = end + 1
      }
      rest = chunk.subarray(start)
      at += bytes.length
      if (bytes.length > 0 && at < size) continue
      note(pack, base + start, rest)
      // A last line may still be growing under another program: it is read again.
      ends.set(pack, idIn(rest) === null ? base + start : at)
      return ok(undefined)
    }
  }

  /** One append for all that wait. */
  const appendAll = async (pack: string): Promise<Result<void>> => {
    const group = waiting.get(pack)?.rows ?? []
    waiting.delete(pack)
    const scanned = ends.has(pack) ? ok(undefined) : await scan(pack)
    // Taken before anything is awaited again: a reader may forget the pack meanwhile.
    let end = ends.get(pack) ?? 0
    const written = scanned.ok ? await files.append(fileOf(pack), Buffer.concat(group.map(({ line }) => line))) : scanned
    if (written.ok) {
      for (const { id, line } of group) {
        places.set(id, { pack, offset: end + 1, length: line.length - 1 })
        end += line.length
      }
      ends.set(pack, end)
    } else forget(pack)
    return written
  }

  /** The record at a place; null when something else is there. */
  const readAt = async (id: string, { pack, offset, length }: Place): Promise<Result<Uint8Array | null>> => {
    const part = await readPart(files, fileOf(pack), offset, length)
    if (!part.ok) return part
    const line = Buffer.from(part.value.bytes)
    if (idIn(line) !== id) return ok(null)
    return ok(new Uint8Array(Buffer.from(line.toString('latin1', id.length + 1, line.length - 1), 'base64')))
  }

  const scanAll = async (): Promise<Result<void>> => {
    const names = await files.list(folder)
    if (!names.ok) return names
    const packs = names.value.filter((name) => name.endsWith(packExtension)).map((name) => name.slice(0, -packExtension.length))
    for (const known of [...ends.keys()]) if (!packs.includes(known)) forget(known)
    for (const pack of packs) {
      const scanned = await inOrder(pack, () => scan(pack))
      if (!scanned.ok) return scanned
    }
    return ok(undefined)
  }

  return {
    /** Ids of the records in all packs, those that others have appended included. */
    ids: async (): Promise<Result<readonly string[]>> => {
      const scanned = await scanAll()
      return scanned.ok ? ok([...places.keys()]) : scanned
    },

    /** The sealed record; null where no pack has it. */
    read: async (id: string): Promise<Result<Uint8Array | null>> => {
      const place = places.get(id)
      const found = place ? await readAt(id, place) : ok(null)
      if (!found.ok || found.value !== null) return found
      // Not where it was: another program has taken something out of the pack, or it was never looked for.
      if (place) forget(place.pack)
      const scanned = await scanAll()
      if (!scanned.ok) return scanned
      const now = places.get(id)
      return now ? readAt(id, now) : ok(null)
    },

    /** Durable when it resolves; records that come while others are written share one fsync. */
    append: (pack: string, id: string, sealed: Uint8Array): Promise<Result<void>> => {
      const group = waiting.get(pack) ?? { rows: [], written: inOrder(pack, () => appendAll(pack)) }
      waiting.set(pack, group)
      group.rows.push({ id, line: lineOf(id, sealed) })
      return group.written
    },

    /** Writes the record's pack anew without it, so that nothing of it is left. */
    remove: async (id: string): Promise<Result<void>> => {
      const scanned = places.has(id) ? ok(undefined) : await scanAll()
      if (!scanned.ok) return scanned
      const pack = places.get(id)?.pack
      if (pack === undefined) return ok(undefined)
      return inOrder(pack, async () => {
        const bytes = await files.read(fileOf(pack))
        if (!bytes.ok) return bytes
        const lines = Buffer.from(bytes.value ?? new Uint8Array()).toString('latin1').split('\n')
        const kept = lines.filter((line) => line !== '' && !line.startsWith(`${id} `)).map((line) => `\n${line}`)
        const written = await (kept.length === 0
          ? files.remove(fileOf(pack))
          : files.replace(fileOf(pack), Buffer.from(kept.join(''), 'latin1')))
        forget(pack)
        return written
      })
    },
  }
}
