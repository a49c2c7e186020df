import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { pack, unpack } from '#shared/ipc/pack.ts'
import type { Result } from '#shared/result.ts'
import type { OperationName, SubmissionOperation } from '#shared/express/operations.ts'
import {
  caseInformationReadingSchema,
  forecastReadingSchema,
  submissionReadingSchema,
} from '#shared/express/reading.ts'
import { readCaseInformation } from '#shared/express/read/read-case-information.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { readSubmission } from '#shared/express/read/read-submission.ts'
import {
  caseInformationAnswer,
  enrollAnswer,
  forecastAnswer,
  forecastCurrentAnswer,
  optoutAnswer,
} from '#test/support/express-answers.ts'
import { mutate, mutationArbitrary } from '#test/support/mutate-json.ts'

interface Case {
  readonly answer: () => unknown
  readonly read: (text: string) => Result<unknown>
  readonly schema: z.ZodType
  readonly runs: number
}

const submissionCase = (operation: SubmissionOperation, answer: () => unknown): Case => ({
  answer,
  read: (text) => readSubmission(operation, text),
  schema: submissionReadingSchema,
  runs: 1400,
})

const cases: Readonly<Record<OperationName, Case>> = {
  enroll: submissionCase('enroll', enrollAnswer),
  implement: submissionCase('implement', enrollAnswer),
  optout: submissionCase('optout', optoutAnswer),
  forecast: {
    answer: forecastAnswer,
    read: readForecast,
    schema: forecastReadingSchema,
    runs: 3000,
  },
  forecastCurrent: {
    answer: forecastCurrentAnswer,
    read: readForecast,
    schema: forecastReadingSchema,
    runs: 1400,
  },
  caseInformation: {
    answer: caseInformationAnswer,
    read: readCaseInformation,
    schema: caseInformationReadingSchema,
    runs: 1400,
  },
}

const seed = 20_261_120

/** 200 points per column say nothing more than four, and mutations should hit the fields as well. */
const shorten = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 3).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item)]))
}

it('mutates 10,000 times in all', () => {
  expect(Object.values(cases).reduce((sum, { runs }) => sum + runs, 0)).toBeGreaterThanOrEqual(
    10_000,
  )
})

it.each(Object.entries(cases))(
  `reads %s however it is mutated (seed ${seed})`,
  (_name, { answer, read, schema, runs }) => {
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

it('reads any JSON at all', () => {
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
