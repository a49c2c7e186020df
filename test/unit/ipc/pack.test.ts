import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pack, unpack } from '#shared/ipc/pack.ts'

const back = (value: unknown): unknown => unpack(pack(value))

it('packing keeps plain data, bytes and columns to the last bit', () => {
  const columns = Float64Array.of(0, -0, 0.1, Number.NaN, Number.POSITIVE_INFINITY, 5e-324, 2 ** 53)
  const value = {
    text: 'Müller 👩‍🌾',
    none: null,
    yes: true,
    list: [1, -1.5, []],
    bytes: Uint8Array.of(0, 255),
    columns,
  }
  const result = back(value)
  expect(result).toEqual(value)
  const part = new Float64Array([1, 2, 3, 4]).subarray(1, 3)
  expect(back(part)).toEqual(Float64Array.of(2, 3))
})

it('unpacking reads a Buffer that is part of a larger one, and returns columns that have their own memory', () => {
  const packed = pack({ a: Float64Array.of(1.5, 2.5), b: Uint8Array.of(7) })
  const pool = Buffer.alloc(packed.length + 11)
  pool.set(packed, 3)
  const value = unpack(pool.subarray(3, 3 + packed.length))
  pool.fill(0, 0, 3)
  expect(value).toEqual({ a: Float64Array.of(1.5, 2.5), b: Uint8Array.of(7) })
})

it('packing leaves out undefined properties', () => {
  expect(Object.keys(back({ a: undefined, b: 1 }) ?? {})).toEqual(['b'])
})

it('packing keeps a key named __proto__ as data', () => {
  const odd: unknown = JSON.parse('{"__proto__":{"polluted":1},"b":{"__proto__":2}}')
  const result = back(odd)
  expect(JSON.stringify(result)).toBe(JSON.stringify(odd))
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
})

it('packing and unpacking returns any JSON unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(back(value))).toBe(JSON.stringify(value))
    }),
    { seed: 3, numRuns: 1000 },
  )
})

it('unpacking throws for invalid bytes and never hangs', () => {
  expect(() => unpack(Uint8Array.of(0xc1))).toThrow()
  expect(() => unpack(new Uint8Array())).toThrow()
  expect(() => unpack(Uint8Array.of(0xdd, 0xff, 0xff, 0xff, 0xff))).toThrow()
  // A column must have a multiple of eight bytes; this one has seven.
  expect(() => unpack(Uint8Array.of(0xc7, 7, 1, 0, 0, 0, 0, 0, 0, 0))).toThrow()
})
