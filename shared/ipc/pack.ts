import { decode, encode, ExtensionCodec } from '@msgpack/msgpack'

/** Extension types of the format; never reuse a number. */
const float64ArrayType = 1
const oddObjectType = 2

/** Deeper values are a bug: everything from outside is cut off long before. */
const maxDepth = 200

const codec = new ExtensionCodec()
const options = { extensionCodec: codec, ignoreUndefined: true, maxDepth }

// Numbers in the byte order of the machine, little-endian on every platform that Electron and browsers run on.
codec.register({
  type: float64ArrayType,
  encode: (value) =>
    value instanceof Float64Array ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : null,
  decode: (bytes) => new Float64Array(bytes.slice().buffer),
})

// MessagePack's decoder refuses the key `__proto__`, which an attribute or account in a file may well be named.
codec.register({
  type: oddObjectType,
  encode: (value) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__') && !Array.isArray(value)
      ? encode(Object.entries(value), options)
      : null,
  decode: (bytes) => {
    const entries = decode(bytes, options)
    return Array.isArray(entries) ? Object.fromEntries(entries) : {}
  },
})

/**
 * A value as MessagePack, for crossing to the page and for files: plain data, `Uint8Array`, and `Float64Array` as an
 * extension that keeps every bit. Properties that are `undefined` are left out, as in JSON. Throws for what is no data
 * (functions, cycles).
 */
export const pack = (value: unknown): Uint8Array => encode(value, options)

/** The value of {@link pack}. Throws when the bytes are none; `Uint8Array`s in it may share the memory of `bytes`. */
export const unpack = (bytes: Uint8Array): unknown =>
  // A Node Buffer would hand its own kind on, whose slice() does not copy as that of a Uint8Array does.
  decode(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), options)
