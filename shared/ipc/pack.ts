import { decode, encode, Encoder, ExtensionCodec } from '@msgpack/msgpack'

/**
 * Columns of numbers on their way to the page: each distinct one once, all in one block. Dollar columns cross as whole
 * cents in integers, which halves their size; every other column crosses as it is. Both keep every bit.
 */

/** The numbers of all columns, floats first, and the length of each; negative lengths mean cents. */
interface PackedColumns {
  readonly floats: Uint8Array
  readonly cents: Uint8Array
  readonly lengths: readonly number[]
}

const perDollar = 100
const mostCents = 2 ** 31 - 1

const isSame = (a: Float64Array | undefined, b: Float64Array) => {
  if (a?.length !== b.length) return false
  for (let index = 0; index < b.length; index += 1) if (!Object.is(a[index], b[index])) return false
  return true
}

/** The column in cents; null if a value is no number or would not come back the same. */
const centsOf = (column: Float64Array): Int32Array | null => {
  const all = new Int32Array(column.length)
  for (let index = 0; index < column.length; index += 1) {
    const value = column[index] ?? 0
    const cents = Math.round(value * perDollar)
    if (
      !(Math.abs(cents) <= mostCents) ||
      !Object.is(cents / perDollar, value) ||
      Object.is(cents, -0)
    )
      return null
    all[index] = cents
  }
  return all
}

const joined = <T extends Float64Array | Int32Array>(all: T, columns: readonly T[]) => {
  let at = 0
  for (const column of columns) {
    all.set(column, at)
    at += column.length
  }
  return new Uint8Array(all.buffer, all.byteOffset, all.byteLength)
}

/** Numbers columns in order of appearance; equal ones get the same number. */
export const createColumnTable = () => {
  const columns: Float64Array[] = []
  const alike = new Map<number, number[]>()

  const numberOf = (column: Float64Array) => {
    const key = column.length * 31 + (column[0] ?? 0) * 7 + (column[column.length - 1] ?? 0)
    const candidates = alike.get(key) ?? []
    for (const number of candidates) if (isSame(columns[number], column)) return number
    const number = columns.push(column) - 1
    if (candidates.push(number) === 1) alike.set(key, candidates)
    return number
  }

  const pack = (): PackedColumns => {
    const floats: Float64Array[] = []
    const cents: Int32Array[] = []
    const lengths = columns.map((column) => {
      const inCents = centsOf(column)
      if (inCents === null) floats.push(column)
      else cents.push(inCents)
      return inCents === null ? column.length : -column.length
    })
    const total = (all: readonly { readonly length: number }[]) =>
      all.reduce((sum, { length }) => sum + length, 0)
    return {
      floats: joined(new Float64Array(total(floats)), floats),
      cents: joined(new Int32Array(total(cents)), cents),
      lengths,
    }
  }

  return { numberOf, pack }
}

/** A copy of the bytes, aligned for numbers of any size. */
const aligned = (bytes: Uint8Array) => {
  const copy = new Uint8Array(bytes.length)
  copy.set(bytes)
  return copy.buffer
}

/** The columns by number. They share memory. Throws a RangeError if the parts do not fit together. */
export const unpackColumns = ({
  floats,
  cents,
  lengths,
}: PackedColumns): readonly Float64Array[] => {
  const whole = new Float64Array(aligned(floats))
  const hundredths = new Int32Array(aligned(cents))
  const dollars = new Float64Array(hundredths.length)
  for (let index = 0; index < dollars.length; index += 1)
    dollars[index] = (hundredths[index] ?? 0) / perDollar
  let atWhole = 0
  let atDollars = 0
  const columns = lengths.map((length) =>
    length < 0
      ? dollars.subarray(atDollars, (atDollars -= length))
      : whole.subarray(atWhole, (atWhole += length)),
  )
  if (atWhole !== whole.length || atDollars !== dollars.length)
    throw new RangeError('the columns do not fit')
  return columns
}

/** Extension types of the format; never reuse a number. */
const float64ArrayType = 1
export const oddObjectType = 2

/** Deeper values are a bug: all outside data is cut off long before. */
export const maxDepth = 200

/** One buffer for all columns of a value: thousands of small buffers take a browser longer to make than to fill. */
class Columns {
  readonly #length: number
  #room: Float64Array | null = null
  #bytes: Uint8Array | null = null
  #taken = 0

  /** `bytes` is the packed length, which no column can exceed. */
  constructor(bytes: number) {
    this.#length = Math.floor(bytes / Float64Array.BYTES_PER_ELEMENT)
  }

  take(bytes: Uint8Array): Float64Array {
    this.#room ??= new Float64Array(this.#length)
    this.#bytes ??= new Uint8Array(this.#room.buffer)
    const start = this.#taken
    this.#bytes.set(bytes, start * Float64Array.BYTES_PER_ELEMENT)
    this.#taken += bytes.length / Float64Array.BYTES_PER_ELEMENT
    return this.#room.subarray(start, this.#taken)
  }
}

const codec = new ExtensionCodec<Columns>()
const options = { extensionCodec: codec, ignoreUndefined: true, maxDepth, context: new Columns(0) }

// Numbers in the machine's byte order, little-endian on every platform of Electron and browsers.
codec.register({
  type: float64ArrayType,
  encode: (value) =>
    value instanceof Float64Array
      ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      : null,
  decode: (bytes, _type, columns) => columns.take(bytes),
})

/** MessagePack's decoder refuses the key `__proto__`, which an attribute or account in a file may have. */
export const hasProtoKey = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  Object.hasOwn(value, '__proto__') &&
  !Array.isArray(value)

/** The object behind unpacked `Object.entries`. */
export const entriesOf = (entries: unknown): object =>
  Array.isArray(entries) ? Object.fromEntries(entries) : {}

codec.register({
  type: oddObjectType,
  encode: (value) => (hasProtoKey(value) ? encode(Object.entries(value), options) : null),
  decode: (bytes, _type, context) => entriesOf(decode(bytes, { ...options, context })),
})

/**
 * A value as MessagePack, for the page and for files: plain data, `Uint8Array`, and `Float64Array` as an extension that
 * keeps every bit. Properties that are `undefined` are left out, as in JSON. Throws for other values (functions,
 * cycles).
 */
export const pack = (value: unknown): Uint8Array => encode(value, options)

/** Like {@link pack}, for a value with about `bytes` of binary data, which are copied only once. */
export const packOnce = (value: unknown, bytes: number): Uint8Array<ArrayBuffer> =>
  new Encoder({ ...options, initialBufferSize: bytes + 1024 }).encodeSharedRef(value)

/**
 * The value of {@link pack}. Throws for other bytes; `Uint8Array`s in it may share the memory of `bytes`, and
 * `Float64Array`s that of one another.
 */
export const unpack = (bytes: Uint8Array): unknown =>
  // A Node Buffer would return its own kind, whose slice() does not copy as a Uint8Array's does.
  decode(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    ...options,
    context: new Columns(bytes.byteLength),
  })
