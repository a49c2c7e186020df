import { pack } from '#shared/ipc/pack.ts'
import { packParcel, unpackParcel } from '#shared/ipc/parcel.ts'
import { forecastReadingSchema } from '#shared/express/reading.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { largeForecastText } from '#test/support/samples/large-forecast.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const never = (): Promise<void> => Promise.reject(new Error('a small parcel takes no turns'))
const soon = async (): Promise<void> => undefined
const back = (value: unknown): Promise<unknown> => unpackParcel(packParcel(value), never)

/** Any JSON with columns in it, including amounts in cents, repeated ages, and other numbers. */
const column = fc.oneof(
  fc.constant(Float64Array.of(65, 66, 67)),
  fc
    .array(fc.integer({ min: -3e9, max: 3e9 }), { maxLength: 20 })
    .map((cents) => Float64Array.from(cents, (cent) => cent / 100)),
  fc.float64Array({ maxLength: 20 }),
)
const { tree: anything } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    fc.jsonValue({ maxDepth: 1 }),
    column,
    fc.array(tie('tree'), { maxLength: 8 }),
    fc.dictionary(fc.string(), tie('tree'), { maxKeys: 6 }),
  ),
}))

it('gives back any data to the last bit', async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (value) => {
      expect(await unpackParcel(packParcel(value), soon)).toEqual(value)
    }),
    { seed: 5, numRuns: 1000 },
  )
})

it('keeps what is easily lost: -0, NaN, infinities, the smallest and largest cents, empty columns', async () => {
  const value = [
    Float64Array.of(-0, 1.25),
    Float64Array.of(Number.NaN, Number.NEGATIVE_INFINITY),
    Float64Array.of(21_474_836.47, -21_474_836.48),
    Float64Array.of(21_474_836.48),
    Float64Array.of(0.1 + 0.2, 0.005),
    new Float64Array(),
    Uint8Array.of(1, 2),
  ]
  expect(await back(value)).toEqual(value)
})

it('keeps a key named __proto__ as data, and leaves undefined properties out', async () => {
  const odd: unknown = JSON.parse('{"__proto__":{"polluted":1},"b":[{"__proto__":2}]}')
  const result = await back(odd)
  expect(JSON.stringify(result)).toBe(JSON.stringify(odd))
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
  expect(Object.keys((await back({ a: undefined, b: 1 })) ?? {})).toEqual(['b'])
})

it('hands a large forecast over in turns, in a third less bytes, with the ages there once', async () => {
  const reading = readForecast(largeForecastText())
  if (!reading.ok) throw new Error(reading.error.message)
  const packed = packParcel(reading.value)
  expect(packed.length).toBeLessThan((pack(reading.value).length * 2) / 3)
  let turns = 0
  const result = await unpackParcel(packed, async () => void (turns += 1))
  expect(turns).toBeGreaterThan(0)
  expect(result).toEqual(reading.value)
  const [first, second] =
    forecastReadingSchema.parse(result).strategies[0]?.percentiles[0]?.incomeSources ?? []
  expect(first?.ages).toBe(second?.ages)
  expect(first?.values).not.toBe(second?.values)
})

it('cuts a long list in parts and puts it together in order, however deep it lies', async () => {
  const rows = Array.from({ length: 2000 }, (_, index) => ({
    index,
    inner: index % 700 === 0 ? Array.from({ length: 900 }, (_row, at) => ({ at })) : [],
  }))
  const value = { ok: true, value: { items: rows, more: { items: rows.slice(0, 400) } } }
  expect(await unpackParcel(packParcel(value), soon)).toEqual(value)
})

it('refuses anything that is no parcel or no data', async () => {
  for (const junk of [
    new Uint8Array(),
    Uint8Array.of(0xc1),
    pack({ ok: true }),
    pack([1, 2, 3, 4]),
  ]) {
    await expect(unpackParcel(junk, soon)).rejects.toThrow()
  }
  const whole = packParcel({ a: Float64Array.of(1.5), b: 'text' })
  for (let length = 0; length < whole.length; length += 1) {
    await expect(unpackParcel(whole.subarray(0, length), soon)).rejects.toThrow()
  }
  const circle: unknown[] = []
  circle.push(circle)
  expect(() => packParcel(circle)).toThrow()
})
