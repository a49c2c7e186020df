import { setImmediate as nextTurn } from 'node:timers/promises'
import { createQueue } from '#shared/queue.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import { eachLine, readPart } from '../platform/file-parts.ts'
import type { Files } from '../platform/ports.ts'
import { packExtension } from './key-ring.ts'

/**
 * Receipts of the rows of lists. Ten thousand files of a kilobyte take longer to write than to send, so the sealed
 * records of one list share one file that only grows, a line each. See docs/file-format.md.
 */

interface Place {
  readonly pack: string
  readonly offset: number
  readonly length: number
}

interface Group {
  readonly rows: { readonly id: string; readonly line: Buffer }[]
  readonly written: Promise<Result<void>>
}

const chunkBytes = 1024 * 1024
/** Bytes of records that are returned before other work gets a turn: a few milliseconds. */
const windowBytes = 128 * 1024
const lineEnd = '.'
const longestBeginning = 101

const fileOf = (folder: string, pack: string) => `${folder}/${pack}${packExtension}`

const lineOf = (id: string, sealed: Uint8Array): Buffer =>
  Buffer.from(
    `\n${id} ${Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength).toString('base64')}${lineEnd}`,
  )

/** The id at the start of a whole line; null for a line that a power cut left half-written. */
const idIn = (line: Buffer) => {
  const space = line.indexOf(32)
  return space > 0 && line.at(-1) === lineEnd.charCodeAt(0)
    ? line.toString('latin1', 0, space)
    : null
}

/** The part before the first blank, at most a little longer than an id: an id, or what is left of one. */
const beginningOf = (line: Buffer) => {
  const begins = line.toString('latin1', 0, longestBeginning)
  const space = begins.indexOf(' ')
  return space > 0 ? begins.slice(0, space) : begins
}

/** The part of a line after its record, where damage to a line feed made one line of several; empty as a rule. */
const swallowedIn = (line: Buffer) => {
  const begins = line.indexOf(32) + 1
  const record = /^[A-Za-z0-9+/]*={0,2}\.?/.exec(line.toString('latin1', begins))?.[0] ?? ''
  return line.subarray(begins + record.length)
}

/** The record in a line; null if it has another id. */
const sealedIn = (id: string, line: Buffer): Uint8Array | null =>
  idIn(line) === id
    ? new Uint8Array(Buffer.from(line.toString('latin1', id.length + 1, line.length - 1), 'base64'))
    : null

type Placed = readonly [id: string, Place]

/** Groups of neighboring places; one read covers each group. */
const windowsOf = (known: readonly Placed[]): readonly Placed[][] => {
  const windows: Placed[][] = []
  for (const entry of known.toSorted(
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

interface Found {
  /** The whole lines that may hold a record, by its id. */
  readonly places: ReadonlyMap<string, Place>
  /** Beginnings of all other lines. */
  readonly torn: ReadonlySet<string>
}

const scanPack = async (
  files: Files,
  name: string,
  pack: string,
  isId: (id: string) => boolean,
): Promise<Result<Found>> => {
  const places = new Map<string, Place>()
  const torn = new Set<string>()
  let offset = 0
  const note = (line: Buffer) => {
    const id = idIn(line)
    const rest = id !== null && isId(id) ? swallowedIn(line) : line
    if (id !== null && isId(id)) places.set(id, { pack, offset, length: line.length })
    if (rest.length > 0) torn.add(beginningOf(rest))
    offset += line.length + 1
  }
  return whenOk(await eachLine(files, { name }, note, { chunkBytes }), () => ok({ places, torn }))
}

/** Whether a line holds a record, or can be what is left of it. */
const isOf = (id: string, line: Buffer) => {
  const whole = idIn(line)
  return whole === null ? id.startsWith(beginningOf(line)) : whole === id
}

/** The text of a pack without one record, and without lines of it that were torn. */
const without = (id: string, bytes: Uint8Array | null): Buffer => {
  const lines = Buffer.from(bytes ?? new Uint8Array())
    .toString('latin1')
    .split('\n')
  const kept = lines
    .filter((line) => line !== '' && !isOf(id, Buffer.from(line, 'latin1')))
    .map((line) => `\n${line}`)
  return Buffer.from(kept.join(''), 'latin1')
}

/** The known places of all records. `inOrder` holds the turns of each pack. */
const createPlaces = (
  files: Files,
  folder: string,
  isId: (id: string) => boolean,
  inOrder: ReturnType<typeof createQueue>,
) => {
  const places = new Map<string, Place>()
  const torn = new Map<string, ReadonlySet<string>>()
  let looked: Promise<Result<void>> | null = null

  /** Applies new places all at once, so that nobody sees a half-finished state. */
  const place = (pack: string, found: ReadonlyMap<string, Place>) => {
    for (const [id, known] of places) if (known.pack === pack) places.delete(id)
    for (const [id, where] of found) places.set(id, where)
  }

  /** Runs in the pack's turn. An unreadable pack has no known places, so the next call scans it again. */
  const scan = async (pack: string) => {
    const found = await scanPack(files, fileOf(folder, pack), pack, isId)
    place(pack, found.ok ? found.value.places : new Map())
    torn.set(pack, found.ok ? found.value.torn : new Set())
    if (!found.ok) looked = null
    return found.ok ? ok(undefined) : found
  }

  const scanAll = async () => {
    const names = await files.list(folder)
    if (!names.ok) return names
    for (const name of names.value) {
      if (!name.endsWith(packExtension)) continue
      const pack = name.slice(0, -packExtension.length)
      const scanned = await inOrder(pack, () => scan(pack))
      if (!scanned.ok) return scanned
    }
    return ok(undefined)
  }

  /** Scans once, because nobody else writes here. */
  const look = async () => {
    looked ??= scanAll()
    const done = await looked
    if (!done.ok) looked = null
    return done
  }

  return {
    places,
    torn,
    look,
    scan,
    lookAnew: () => {
      looked = null
    },
  }
}

/** `isId` tells whether a text can be the id of a record in `folder`. */
export const createPacks = (files: Files, folder: string, isId: (id: string) => boolean) => {
  const waiting = new Map<string, Group>()
  const inOrder = createQueue()
  const { places, torn, look, lookAnew, scan } = createPlaces(files, folder, isId, inOrder)

  const appendAll = async (pack: string) => {
    // This collects the rows of one turn.
    await nextTurn()
    const group = waiting.get(pack)?.rows ?? []
    waiting.delete(pack)
    const written = await files.append(
      fileOf(folder, pack),
      Buffer.concat(group.map(({ line }) => line)),
    )
    if (!written.ok) {
      // The next scan finds out how much was written.
      lookAnew()
      return written
    }
    let offset = written.value + 1
    for (const { id, line } of group) {
      places.set(id, { pack, offset, length: line.length - 1 })
      offset += line.length
    }
    return ok(undefined)
  }

  const readAt = async (id: string, { pack, offset, length }: Place) =>
    whenOk(await readPart(files, fileOf(folder, pack), offset, length), ({ bytes }) =>
      ok(sealedIn(id, bytes)),
    )

  const placesOf = (ids: Iterable<string>): readonly Placed[] =>
    [...ids].flatMap((id): Placed[] => {
      const place = places.get(id)
      return place ? [[id, place]] : []
    })

  return {
    ids: async () => whenOk(await look(), () => ok([...places.keys()])),

    /**
     * Beginnings of lines that hold no whole record: damaged ids, or ids of records whose line was torn. A record that was
     * written again has a whole line or its own file besides.
     */
    torn: async () =>
      whenOk(await look(), () => ok([...new Set([...torn.values()].flatMap((each) => [...each]))])),

    /** The sealed record; null if no pack has it. */
    read: async (id: string): Promise<Result<Uint8Array | null>> => {
      const done = places.has(id) ? ok(undefined) : await look()
      if (!done.ok) return done
      for (let before: Place | undefined; ;) {
        const at = places.get(id)
        if (!at || at === before) return ok(null)
        const found = await readAt(id, at)
        if (!found.ok || found.value !== null) return found
        // Removing another record from the pack moves this one, so the read waits for that.
        await inOrder(at.pack, async () => undefined)
        before = at
      }
    },

    /**
     * Returns those of `ids` that are still at their last known place, many per read; {@link read} finds the others.
     */
    readMany: async (ids: Iterable<string>, use: (id: string, sealed: Uint8Array) => void) => {
      for (const window of windowsOf(placesOf(ids))) {
        const [first, last] = [window[0]?.[1], window.at(-1)?.[1]]
        if (!first || !last) continue
        const part = await readPart(
          files,
          fileOf(folder, first.pack),
          first.offset,
          last.offset + last.length - first.offset,
        )
        if (!part.ok) return part
        for (const [id, { offset, length }] of window) {
          const start = offset - first.offset
          const sealed = sealedIn(id, part.value.bytes.subarray(start, start + length))
          if (sealed) use(id, sealed)
        }
      }
      return ok(undefined)
    },

    /** Durable when it resolves; records that arrive during a write share the next fsync. */
    append: (pack: string, id: string, sealed: Uint8Array) => {
      const group = waiting.get(pack) ?? { rows: [], written: inOrder(pack, () => appendAll(pack)) }
      waiting.set(pack, group)
      group.rows.push({ id, line: lineOf(id, sealed) })
      return group.written
    },

    /** Rewrites the record's pack without it, so that nothing of it is left. */
    remove: async (id: string): Promise<Result<void>> => {
      const done = await look()
      const ofTorn = [...torn].find(([, lines]) => [...lines].some((each) => id.startsWith(each)))
      const pack = places.get(id)?.pack ?? ofTorn?.[0]
      if (!done.ok || pack === undefined) return done
      return inOrder(pack, async () => {
        const bytes = await files.read(fileOf(folder, pack))
        if (!bytes.ok) return bytes
        const rest = without(id, bytes.value)
        const written = await (rest.length === 0
          ? files.remove(fileOf(folder, pack))
          : files.replace(fileOf(folder, pack), rest))
        return written.ok ? scan(pack) : written
      })
    },
  }
}
