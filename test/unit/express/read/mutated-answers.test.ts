import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { pack, unpack } from '#shared/ipc/pack.ts'
import type { Result } from '#shared/result.ts'
import {
  operationNames,
  submissionOperations,
  type ComputeOperation,
} from '#shared/express/operations.ts'
import {
  caseInformationReadingSchema,
  forecastReadingSchema,
  submissionReadingSchema,
} from '#shared/express/reading.ts'
import { readCaseInformation } from '#shared/express/read/read-case-information.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { readSubmission } from '#shared/express/read/read-submission.ts'
import { specified } from '#test/operations/index.ts'
import { mutate, mutationArbitrary } from '#test/support/samples/mutate-json.ts'

interface Reader {
  readonly read: (text: string) => Result<unknown>
  readonly schema: z.ZodType
  readonly runs: number
}

const ofForecast: Reader = { read: readForecast, schema: forecastReadingSchema, runs: 3000 }
const computed: Readonly<Record<ComputeOperation, Reader>> = {
  forecast: ofForecast,
  forecastCurrent: { ...ofForecast, runs: 1400 },
  caseInformation: { read: readCaseInformation, schema: caseInformationReadingSchema, runs: 1400 },
}
const readers = new Map<string, Reader>([
  ...Object.entries(computed),
  ...submissionOperations.map((name): [string, Reader] => [
    name,
    { read: (text) => readSubmission(name, text), schema: submissionReadingSchema, runs: 1400 },
  ]),
])
const cases = operationNames.flatMap((name) => {
  const reader = readers.get(name)
  return reader ? [{ name, answer: specified[name].fullAnswer, ...reader }] : []
})

const seed = 20_261_120

/**
 * Shortens columns, because 200 points prove no more than four, and mutations would rarely hit
 * anything but long columns.
 */
const shorten = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 3).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item)]))
}

it('the cases add up to at least 10,000 mutations', () => {
  expect(cases.map(({ name }) => name)).toEqual(operationNames)
  expect(cases.reduce((sum, { runs }) => sum + runs, 0)).toBeGreaterThanOrEqual(10_000)
})

it.each(cases)(
  `the reader reads $name however it is mutated (seed ${seed})`,
  ({ answer, read, schema, runs }) => {
    const recorded = shorten(answer())
    fc.assert(
      fc.property(fc.array(mutationArbitrary, { minLength: 1, maxLength: 8 }), (mutations) => {
        const { root } = mutate({ root: structuredClone(recorded) }, mutations)
        const reading = read(JSON.stringify(root ?? null))
        if (!reading.ok) {
          expect(reading.error.code).toBe('service.unreadable')
          return
        }
        expect(schema.safeParse(reading.value).error).toBeUndefined()
        expect(unpack(pack(reading.value))).toEqual(reading.value)
      }),
      { seed, numRuns: runs },
    )
  },
  120_000,
)

it('the reader reads any JSON at all', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      for (const result of [
        readForecast(text),
        readSubmission('enroll', text),
        readCaseInformation(text),
      ]) {
        if (!result.ok) expect(result.error.code).toBe('service.unreadable')
      }
    }),
    { seed, numRuns: 2000 },
  )
})
