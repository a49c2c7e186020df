import { decode, encode, Encoder, ExtensionCodec } from '@msgpack/msgpack'
import { z } from 'zod'
import {
  createColumnTable,
  entriesOf,
  hasProtoKey,
  maxDepth,
  oddObjectType,
  packOnce,
  unpackColumns,
} from './pack.ts'

/**
 * An answer on its way to the page. A large one is packed in parts of a few hundred objects, so that the page can
 * unpack them one by one and handle frames and keys in between. Columns are apart (pack.ts); equal ones, such as the
 * ages of every series, exist once.
 *
 * The format is `[floats, cents, lengths, parts]` as MessagePack; each part is MessagePack by itself, and the last is
 * the whole.
 */

const columnType = 3
const partsType = 4

/** Approximate objects and lists in one part; a page unpacks them in well under a millisecond. */
const partSize = 300

type List = readonly unknown[]

interface Packing {
  /** Lists too large for one part. */
  readonly heavy: ReadonlySet<List>
  readonly weightOf: (value: unknown) => number
  readonly columnOf: (column: Float64Array) => number
  readonly parts: Uint8Array[]
  /** One per level of nested parts: each keeps its buffer for the next part. */
  readonly encoders: Encoder<Packing>[]
  level: number
}

interface Unpacking {
  readonly columns: readonly Float64Array[]
  readonly parts: unknown[]
}

const packing = new ExtensionCodec<Packing>()
const unpacking = new ExtensionCodec<Unpacking>()
const settings = { ignoreUndefined: true, maxDepth } as const

const packWith = (value: unknown, context: Packing): Uint8Array => {
  const { encoders, level } = context
  const encoder = (encoders[level] ??= new Encoder({
    ...settings,
    extensionCodec: packing,
    context,
  }))
  context.level += 1
  const bytes = encoder.encode(value)
  context.level = level
  return bytes
}
const unpackWith = (bytes: Uint8Array, context: Unpacking) =>
  decode(bytes, { extensionCodec: unpacking, context })

const numberBytes = (value: number): Uint8Array =>
  Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24)
const numberIn = ([a = 0, b = 0, c = 0, d = 0]: Uint8Array) =>
  a + (b << 8) + (c << 16) + d * 0x100_0000

/** `encode` gives null for a value of another type. */
const register = (
  type: number,
  encode: (value: unknown, context: Packing) => Uint8Array | null,
  decode: (bytes: Uint8Array, context: Unpacking) => unknown,
) => {
  packing.register({ type, encode, decode: () => null })
  unpacking.register({
    type,
    encode: () => null,
    decode: (bytes, _type, context) => decode(bytes, context),
  })
}

register(
  oddObjectType,
  (value, context) => (hasProtoKey(value) ? packWith(Object.entries(value), context) : null),
  (bytes, context) => entriesOf(unpackWith(bytes, context)),
)
register(
  columnType,
  (value, { columnOf }) => (value instanceof Float64Array ? numberBytes(columnOf(value)) : null),
  (bytes, { columns }) => columns[numberIn(bytes)],
)
register(
  partsType,
  (value, context) => {
    if (!Array.isArray(value) || !context.heavy.has(value)) return null
    const numbers: number[] = []
    for (const group of groupsOf(value, context.weightOf)) {
      const part = packWith(group, context)
      numbers.push(context.parts.push(part) - 1)
    }
    return encode(numbers)
  },
  (bytes, { parts }) => {
    const numbers = decode(bytes)
    return Array.isArray(numbers) ? numbers.flatMap((number) => parts[Number(number)] ?? []) : []
  },
)

/** `list` cut into pieces of about {@link partSize}, each with at least one element. */
const groupsOf = (list: List, weightOf: (value: unknown) => number): List[] => {
  const groups: unknown[][] = []
  let room = 0
  for (const item of list) {
    const weight = weightOf(item)
    if (groups.length === 0 || room < weight) {
      groups.push([])
      room = partSize
    }
    groups.at(-1)?.push(item)
    room -= weight
  }
  return groups
}

/** Counts the objects of a value once, and notes the lists too large for one part. */
const weigh = (whole: unknown): Pick<Packing, 'heavy' | 'weightOf'> => {
  const heavy = new Set<List>()
  const heavyObjects = new Map<object, number>()
  const count = (value: unknown, depth: number) => {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return 0
    const known = heavyObjects.get(value)
    if (known !== undefined) return known
    if (depth > maxDepth) throw new Error(`a value nested more than ${maxDepth} deep`)
    let sum = 1
    if (Array.isArray(value)) for (const item of value) sum += count(item, depth + 1)
    else for (const key of Object.keys(value)) sum += count(Reflect.get(value, key), depth + 1)
    if (sum > partSize) {
      heavyObjects.set(value, sum)
      if (Array.isArray(value)) heavy.add(value)
    }
    return sum
  }
  count(whole, 0)
  return { heavy, weightOf: (value) => count(value, 0) }
}

/**
 * A value in the form that answers cross to the page in: plain data, `Uint8Array` and `Float64Array`. Properties that
 * are `undefined` are left out. Throws for other values (functions, cycles).
 */
export const packParcel = (value: unknown): Uint8Array<ArrayBuffer> => {
  const table = createColumnTable()
  const parts: Uint8Array[] = []
  const last = packWith(value, {
    ...weigh(value),
    columnOf: table.numberOf,
    parts,
    encoders: [],
    level: 0,
  })
  const { floats, cents, lengths } = table.pack()
  const bytes = [floats, cents, ...parts, last].reduce(
    (all, { length }) => all + length + 5,
    lengths.length * 5,
  )
  return packOnce([floats, cents, lengths, [...parts, last]], bytes)
}

const bytesSchema = z.instanceof(Uint8Array)
const parcelSchema = z.tuple([
  bytesSchema,
  bytesSchema,
  z.array(z.int()),
  z.array(bytesSchema).min(1),
])

/**
 * The value of {@link packParcel}. Awaits `pause` after every part of a parcel that has several, so that others get a
 * turn. `Float64Array`s in the value share memory; equal ones are the same object. Rejects for bytes that are no
 * parcel.
 */
export const unpackParcel = async (
  bytes: Uint8Array,
  pause: () => Promise<void>,
): Promise<unknown> => {
  const [floats, cents, lengths, parts] = parcelSchema.parse(decode(bytes))
  const context: Unpacking = { columns: unpackColumns({ floats, cents, lengths }), parts: [] }
  for (const part of parts) {
    context.parts.push(unpackWith(part, context))
    if (parts.length > 1) await pause()
  }
  return context.parts.at(-1)
}
