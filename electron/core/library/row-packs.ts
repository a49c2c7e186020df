import { setImmediate as nextTurn } from 'node:timers/promises'
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

/** Up to where a pack was read: from its last line on it is read again. */
interface End {
  /** Of the last line's line feed. */
  readonly from: number
  /** How the file goes on there, as long as it is only appended to. */
  readonly start: string
  readonly size: number
}

/** Records that are written together, and what came of it. */
interface Group {
  readonly rows: { readonly id: string; readonly line: Buffer }[]
  readonly written: Promise<Result<void>>
}

const folder = 'library'
/** Bytes read at once. */
const chunkBytes = 1024 * 1024
/** Bytes of records that are handed over before others get their turn: a few milliseconds. */
const windowBytes = 128 * 1024
const lineFeed = 10
const lineEnd = '.'

const fileOf = (pack: string): string => `${folder}/${pack}${packExtension}`
const startOf = (id: string): string => `\n${id} `
const startsWith = (bytes: Uint8Array, start: string): boolean =>
  Buffer.from(bytes.subarray(0, start.length)).toString('latin1') === start
const lineOf = (id: string, sealed: Uint8Array): Buffer =>
  Buffer.from(
    `${startOf(id)}${Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength).toString('base64')}${lineEnd}`,
  )

/** The id at the start of a whole line; null for one that a power cut has left half-written. */
const idIn = (line: Buffer): string | null => {
  const space = line.indexOf(32)
  return space > 0 && line.at(-1) === lineEnd.charCodeAt(0)
    ? line.toString('latin1', 0, space)
    : null
}

/** `isId` tells what may be the id of a record. */
export const createRowPacks = (files: Files, isId: (id: string) => boolean) => {
  const places = new Map<string, Place>()
  /** How far each file was read. Only changed in a pack's turn. */
  const ends = new Map<string, End>()
  const waiting = new Map<string, Group>()
  const inOrder = createQueue()

  const forget = (pack: string): void => {
    ends.delete(pack)
    for (const [id, place] of places) if (place.pack === pack) places.delete(id)
  }

  /**
   * Reads what was appended since the last look; a file whose last line is no longer where it was is read anew. What is
   * found is put in place at once, so that nobody sees half of it.
   */
  const scan = async (pack: string): Promise<Result<void>> => {
    const found = new Map<string, Place>()
    const note = (offset: number, line: Buffer): void => {
      const id = idIn(line)
      if (id !== null && isId(id)) found.set(id, { pack, offset, length: line.length })
    }
    const known = ends.get(pack) ?? { from: 0, start: '', size: 0 }
    let isAnew = known.start === ''
    let rest: Buffer = Buffer.alloc(0)
    for (let at = known.from; ;) {
      const part = await readPart(files, fileOf(pack), at, chunkBytes)
      if (!part.ok) return part
      const { bytes, size } = part.value
      const isFirst = !isAnew && at === known.from
      if (size < at || (isFirst && !startsWith(bytes, known.start))) {
        found.clear()
        isAnew = true
        at = 0
        rest = Buffer.alloc(0)
        continue
      }
      const chunk = Buffer.concat([rest, bytes])
      const base = at - rest.length
      let start = 0
      for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
        note(base + start, chunk.subarray(start, end))
        start = end + 1
      }
      rest = chunk.subarray(start)
      at += bytes.length
      if (bytes.length > 0 && at < size) continue
      note(base + start, rest)
      if (isAnew) forget(pack)
      for (const [id, place] of found) places.set(id, place)
      const last = idIn(rest)
      // A last line may still be growing under another program.
      const from = Math.max(0, base + start - 1)
      ends.set(pack, {
        from,
        start: at === 0 ? '' : last === null ? '\n' : startOf(last),
        size: at,
      })
      return ok(undefined)
    }
  }

  /** One append for all that wait. */
  const appendAll = async (pack: string): Promise<Result<void>> => {
    // Rows of one turn come together.
    await nextTurn()
    const group = waiting.get(pack)?.rows ?? []
    waiting.delete(pack)
    const scanned = ends.has(pack) ? ok(undefined) : await scan(pack)
    const written = scanned.ok
      ? await files.append(fileOf(pack), Buffer.concat(group.map(({ line }) => line)))
      : scanned
    if (!written.ok) {
      // How much of it is there, the next look tells.
      ends.delete(pack)
      return written
    }
    let from = written.value
    // Another program has appended as well: what it wrote, the next look tells.
    const isAlone = ends.get(pack)?.size === from
    let last = from
    for (const { id, line } of group) {
      places.set(id, { pack, offset: from + 1, length: line.length - 1 })
      last = from
      from += line.length
    }
    if (isAlone) ends.set(pack, { from: last, start: startOf(group.at(-1)?.id ?? ''), size: from })
    else ends.delete(pack)
    return ok(undefined)
  }

  /** The record in a line; null when that is another's. */
  const sealedIn = (id: string, line: Buffer): Uint8Array | null =>
    idIn(line) === id
      ? new Uint8Array(
          Buffer.from(line.toString('latin1', id.length + 1, line.length - 1), 'base64'),
        )
      : null

  /** The record at a place; null when something else is there. */
  const readAt = async (
    id: string,
    { pack, offset, length }: Place,
  ): Promise<Result<Uint8Array | null>> => {
    const part = await readPart(files, fileOf(pack), offset, length)
    return part.ok ? ok(sealedIn(id, Buffer.from(part.value.bytes))) : part
  }

  /** Places that lie close together, so that one look at the disk finds them all. */
  const windowsOf = (ids: readonly string[]): (readonly (readonly [string, Place])[])[] => {
    const known = ids.flatMap((id): (readonly [string, Place])[] => {
      const place = places.get(id)
      return place ? [[id, place]] : []
    })
    const windows: (readonly [string, Place])[][] = []
    for (const entry of known.sort(
      ([, a], [, b]) => a.pack.localeCompare(b.pack) || a.offset - b.offset,
    )) {
      const first = windows.at(-1)?.[0]?.[1]
      const isNear =
        first?.pack === entry[1].pack &&
        entry[1].offset + entry[1].length - first.offset <= windowBytes
      if (isNear) windows.at(-1)?.push(entry)
      else windows.push([entry])
    }
    return windows
  }

  const scanAll = async (): Promise<Result<void>> => {
    const names = await files.list(folder)
    if (!names.ok) return names
    const packs = names.value
      .filter((name) => name.endsWith(packExtension))
      .map((name) => name.slice(0, -packExtension.length))
    // Of a pack that has gone nothing is found, and its places go with it.
    for (const pack of new Set([...packs, ...ends.keys()])) {
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
      if (place) {
        await inOrder(place.pack, async () => {
          // Whoever came first has had it read anew by now.
          if (places.get(id) === place) ends.delete(place.pack)
        })
      }
      const scanned = await scanAll()
      if (!scanned.ok) return scanned
      const now = places.get(id)
      return now ? readAt(id, now) : ok(null)
    },

    /** Hands over those of `ids` that are where they were last seen, many at a look; of the others {@link read} tells. */
    readMany: async (
      ids: readonly string[],
      use: (id: string, sealed: Uint8Array) => void,
    ): Promise<Result<void>> => {
      for (const window of windowsOf(ids)) {
        const [first, last] = [window[0]?.[1], window.at(-1)?.[1]]
        if (!first || !last) continue
        const part = await readPart(
          files,
          fileOf(first.pack),
          first.offset,
          last.offset + last.length - first.offset,
        )
        if (!part.ok) return part
        const bytes = Buffer.from(
          part.value.bytes.buffer,
          part.value.bytes.byteOffset,
          part.value.bytes.byteLength,
        )
        for (const [id, { offset, length }] of window) {
          const sealed = sealedIn(
            id,
            bytes.subarray(offset - first.offset, offset - first.offset + length),
          )
          if (sealed) use(id, sealed)
        }
      }
      return ok(undefined)
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
        const lines = Buffer.from(bytes.value ?? new Uint8Array())
          .toString('latin1')
          .split('\n')
        const kept = lines
          .filter((line) => line !== '' && !line.startsWith(`${id} `))
          .map((line) => `\n${line}`)
        const written = await (kept.length === 0
          ? files.remove(fileOf(pack))
          : files.replace(fileOf(pack), Buffer.from(kept.join(''), 'latin1')))
        if (!written.ok) return written
        ends.delete(pack)
        return scan(pack)
      })
    },
  }
}
