import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { ExpressClient } from '#electron/core/express/express-client.ts'
import { explain } from '#renderer/lib/errors.ts'
import { participantTexts } from '#renderer/lib/error-texts/participant.ts'
import { programTexts } from '#renderer/lib/error-texts/program.ts'
import { serviceTexts } from '#renderer/lib/error-texts/service.ts'
import { errorCodes } from '#shared/errors.ts'
import {
  operationNames,
  operations,
  submissionOperations,
  tokenPath,
  type SubmissionOperation,
  submissionDraftSchema,
  type SubmissionDraft,
} from '#shared/express/operations.ts'
import { transactionHttpEndpointSchema } from '#shared/express/requests.ts'
import { channelNames, eventNames } from '#shared/ipc/channels.ts'
import { contract, events } from '#shared/ipc/contract.ts'
import { envelopeSchema } from '#shared/ipc/envelope.ts'
import { specified } from '#test/operations/index.ts'
import type { FieldTable } from '#test/operations/operation.ts'
import { answerFaults } from '#test/support/samples/answer-faults.ts'

/** Every object schema within `schema`, with the path to it. */
const objectsIn = (
  schema: unknown,
  path: string,
  seen = new Set<unknown>(),
): { path: string; schema: z.ZodObject }[] => {
  if (seen.has(schema)) return []
  seen.add(schema)
  const into = (inner: unknown, step: string) => objectsIn(inner, `${path}${step}`, seen)
  if (schema instanceof z.ZodObject) {
    const inner = Object.entries(schema.shape).flatMap(([name, field]) => into(field, `.${name}`))
    return [{ path, schema }, ...inner]
  }
  if (schema instanceof z.ZodArray) return into(schema.element, '[]')
  if (schema instanceof z.ZodRecord) return into(schema.valueType, '{}')
  if (schema instanceof z.ZodTuple)
    return schema.def.items.flatMap((item, index) => into(item, `[${index}]`))
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option, index) => into(option, `|${index}`))
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodLazy
  ) {
    return into(schema.unwrap(), '')
  }
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly)
    return into(schema.unwrap(), '')
  if (schema instanceof z.ZodPipe) return [...into(schema.in, '>'), ...into(schema.out, '>')]
  return []
}

const isStrict = (schema: z.ZodObject): boolean => schema.def.catchall instanceof z.ZodNever

const fieldsOf = (schema: z.ZodObject): FieldTable =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [
      name,
      field instanceof z.ZodType && field.safeParse(undefined).success ? 'optional' : 'required',
    ]),
  )

describe('the channel contract', () => {
  test('has the same channel names as the preload script', () => {
    expect([...channelNames].toSorted()).toEqual(Object.keys(contract).toSorted())
    expect([...eventNames].toSorted()).toEqual(Object.keys(events).toSorted())
    expect(new Set(channelNames).size).toBe(channelNames.length)
    expect(new Set(eventNames).size).toBe(eventNames.length)
  })

  const schemas = [
    ...Object.entries(contract).flatMap(([name, { request, response }]) => [
      [`${name} request`, request] as const,
      [`${name} response`, response] as const,
    ]),
    ...Object.entries(events).map(([name, schema]) => [`event ${name}`, schema] as const),
    ['envelope', envelopeSchema] as const,
  ]

  test.each(schemas)(
    'has the schema %s, which refuses unknown keys at every depth',
    (_name, schema) => {
      expect(
        objectsIn(schema, '')
          .filter((found) => !isStrict(found.schema))
          .map((found) => found.path),
      ).toEqual([])
    },
  )

  test('fails these tests if an object schema is not strict', () => {
    const loose = z.strictObject({
      list: z.array(z.union([z.string(), z.object({ a: z.number() })])).optional(),
    })
    expect(
      objectsIn(loose, '')
        .filter(({ schema }) => !isStrict(schema))
        .map(({ path }) => path),
    ).toEqual(['.list[]|1'])
  })

  test.each(Object.entries(contract))(
    'has the channel %s, which refuses a request with an extra key',
    (_name, { request }) => {
      const parsed = request.safeParse({ surplusKey: 1 })
      expect(parsed.success).toBe(false)
    },
  )
})

describe("the service's operations", () => {
  test('have the specified paths, and so does the token endpoint', () => {
    expect(tokenPath).toBe('/oauth2/accesstoken')
    expect(Object.fromEntries(operationNames.map((name) => [name, operations[name].path]))).toEqual(
      Object.fromEntries(operationNames.map((name) => [name, specified[name].path])),
    )
  })

  test('may be retried only if they change nothing at the service', () => {
    expect(operationNames.filter((name) => operations[name].resendable).toSorted()).toEqual(
      operationNames.filter((name) => specified[name].onlyComputes).toSorted(),
    )
  })

  test('are retried unless they are submissions, which `compute` does not accept', () => {
    expect(submissionOperations).toEqual(
      operationNames.filter((name) => !operations[name].resendable),
    )
    type Computed = Parameters<ExpressClient['compute']>[0]
    type Submitted = Parameters<ExpressClient['submit']>[0]
    expectTypeOf<(typeof operations)[Computed]['resendable']>().toEqualTypeOf<true>()
    expectTypeOf<(typeof operations)[Submitted]['resendable']>().toEqualTypeOf<false>()
    expectTypeOf<Computed | Submitted>().toEqualTypeOf<keyof typeof operations>()
  })

  test('can be drafted if they are submissions', () => {
    const drafted = submissionDraftSchema.options.flatMap(({ shape: { operation } }): string[] => [
      ...operation.values,
    ])
    expect(drafted.toSorted()).toEqual(submissionOperations.toSorted())
    expectTypeOf<SubmissionDraft['operation']>().toEqualTypeOf<SubmissionOperation>()
  })

  test.each(operationNames)(
    'include %s, which takes exactly the specified fields, in the specified order',
    (name) => {
      const fields = fieldsOf(operations[name].request)
      expect(Object.entries(fields)).toEqual(Object.entries(specified[name].body))
      expect(isStrict(operations[name].request)).toBe(true)
      for (const { path, schema } of objectsIn(operations[name].request, '')) {
        expect(isStrict(schema), `${name}${path}`).toBe(true)
      }
    },
  )

  test.each(operationNames)(
    'include %s, whose nested objects have exactly the specified fields',
    (name) => {
      const inside = objectsIn(operations[name].request, '').filter(({ path }) => path !== '')
      expect(
        Object.fromEntries(
          inside.map(({ path, schema }) => [path.slice(1).replace(/\[\]$/, ''), fieldsOf(schema)]),
        ),
      ).toEqual(specified[name].items)
    },
  )

  test.each(operationNames)(
    'include %s, whose sample answer has exactly the specified fields',
    (name) => {
      expect(answerFaults(specified[name].answer, specified[name].fullAnswer())).toEqual([])
    },
  )

  test("accept a recordkeeper endpoint that has only an address, because the specification does not say which of the endpoint's fields are optional", () => {
    expect(
      transactionHttpEndpointSchema.safeParse({ TransURL: 'https://rk.example' }).success,
    ).toBe(true)
    expect(transactionHttpEndpointSchema.safeParse({ TransURL: 'not an address' }).success).toBe(
      false,
    )
    expect(
      transactionHttpEndpointSchema.safeParse({ TransURL: 'https://rk.example', Session: 's' })
        .success,
    ).toBe(false)
  })
})

describe('error codes', () => {
  const texts = { ...participantTexts, ...serviceTexts, ...programTexts }

  test('each have a text, and each text has a code', () => {
    expect(Object.keys(texts).toSorted()).toEqual([...errorCodes].toSorted())
  })

  test.each(errorCodes)(
    'include %s, whose text says what happened, what it means and what to do',
    (code) => {
      const words = explain({ code, message: 'Something happened.' })
      expect(words.title.length).toBeGreaterThan(0)
      expect(words.means).toMatch(/\.$/)
      expect(words.next).toMatch(/\.$/)
      expect(words.happened).toBe('Something happened.')
      expect(explain({ code, message: '', advice: 'Do this.' }).next).toBe('Do this.')
    },
  )
})
