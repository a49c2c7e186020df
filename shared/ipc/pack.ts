import { decode, encode, ExtensionCodec } from '@msgpack/msgpack'

/** The MessagePack extension types in use; never reuse a number. */
const float64ArrayType = 1
const oddObjectType = 2

const codec = new ExtensionCodec()

// Numbers are in the machine's byte order, which is little-endian on every platform of Electron and browsers.
codec.register({
  type: float64ArrayType,
  encode: (value) =>
    value instanceof Float64Array
      ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      : null,
  decode: (bytes) => new Float64Array(bytes.slice().buffer),
})

/**
 * Packs the key `__proto__`, which a service's answer may contain but MessagePack's decoder
 * refuses.
 */
codec.register({
  type: oddObjectType,
  encode: (value) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')
      ? pack(Object.entries(value))
      : null,
  decode: (bytes) => {
    const entries = unpack(bytes)
    return Array.isArray(entries) ? Object.fromEntries(entries) : {}
  },
})

/**
 * Packs a value as MessagePack, for frames and for files: plain data, `Uint8Array`, and
 * `Float64Array` as an extension that keeps every bit. Properties that are `undefined` are left
 * out, as in JSON. Throws for functions, cycles and values more than 200 levels deep.
 */
export const pack = (value: unknown): Uint8Array<ArrayBuffer> =>
  encode(value, { extensionCodec: codec, ignoreUndefined: true, maxDepth: 200 })

/**
 * Returns the value that {@link pack} packed. Throws for other bytes; `Uint8Array`s in it may share
 * the memory of `bytes`.
 */
export const unpack = (bytes: Uint8Array): unknown =>
  // Given a Node Buffer, the decoder would return Buffers, whose slice() shares memory instead of
  // copying it.
  decode(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    extensionCodec: codec,
    // Each list item takes at least a byte, so a larger length is wrong and would only reserve
    // memory.
    maxArrayLength: bytes.byteLength,
  })
