import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pack, unpack } from '#shared/ipc/pack.ts'
import { plain } from '#shared/plain.ts'

/**
 * The value that the page receives from each host; the desktop clones it, and the browser host
 * packs it.
 */
const hosts: readonly (readonly [string, (value: unknown) => unknown])[] = [
  ['desktop', (value) => structuredClone(plain(value))],
  ['browser host', (value) => unpack(pack(plain(value)))],
]

const { tree: anything } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    fc.jsonValue({ maxDepth: 1 }).filter((value) => !JSON.stringify(value).includes('__proto__')),
    fc.double().map((value) => value + 0),
    fc.float64Array({ maxLength: 20 }),
    fc.uint8Array({ maxLength: 20 }),
    fc.array(tie('tree'), { maxLength: 8 }),
    fc.dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      tie('tree'),
      { maxKeys: 6, noNullPrototype: true },
    ),
  ),
}))
const seed = 5

describe.each(hosts)('the %s host', (_name, carry) => {
  it('carries data, bytes and columns to the last bit', () => {
    fc.assert(
      fc.property(anything, (value) => {
        expect(carry(value)).toStrictEqual(value)
      }),
      { seed, numRuns: 500 },
    )
  })

  it('carries -0 as 0, except in a column', () => {
    expect(carry([-0, Float64Array.of(-0)])).toStrictEqual([0, Float64Array.of(-0)])
  })

  it('leaves out undefined properties and __proto__', () => {
    const odd: unknown = JSON.parse('{"__proto__":{"polluted":1},"b":[{"__proto__":2}]}')
    const carried = carry({ odd, absent: undefined, deeper: { absent: undefined } })
    expect(carried).toStrictEqual({ odd: { b: [{}] }, deeper: {} })
    expect(carried).not.toHaveProperty('odd.polluted')
  })

  it.each([
    ['a Date', new Date(0)],
    ['a Map', new Map([['a', 1]])],
    ['a Set', new Set([1])],
    ['a BigInt', 1n],
    ['a symbol', Symbol('a')],
    ['a function', () => 1],
    ['an Error', new Error('a')],
    ['another typed array', Int32Array.of(1)],
    ['an ArrayBuffer', new ArrayBuffer(1)],
    ['a list with a gap', [undefined]],
  ])('refuses %s', (_what, value) => {
    expect(() => carry(value)).toThrow(TypeError)
    expect(() => carry({ inside: value })).toThrow(TypeError)
  })

  it('carries 100 levels of nesting, and refuses deeper data, including cycles', () => {
    let deep: unknown = 1
    for (let level = 0; level < 100; level += 1) deep = { deep }
    expect(carry(deep)).toStrictEqual(deep)
    expect(() => carry([deep])).toThrow(RangeError)
    const circle: unknown[] = []
    circle.push(circle)
    expect(() => carry(circle)).toThrow(RangeError)
  })
})

it('bytes and columns are copied without the memory around them', () => {
  const column = new Float64Array([1, 2, 3, 4]).subarray(1, 3)
  const copies = [plain(Buffer.from('secret').subarray(0, 2)), plain(column)]
  expect(copies).toStrictEqual([Uint8Array.of(0x73, 0x65), Float64Array.of(2, 3)])
  expect(copies.map((copy) => ArrayBuffer.isView(copy) && copy.buffer.byteLength)).toEqual([2, 16])
})
