import { decode, encode, Encoder, ExtensionCodec } from '@msgpack/msgpack'

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
