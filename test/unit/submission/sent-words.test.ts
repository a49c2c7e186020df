import fc from 'fast-check'
import { inWords } from '#test/support/figures/sides.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  operations,
  ownFields,
  submissionNamed,
  submissionOperations,
} from '#shared/express/operations.ts'
import { isShared, plainLine, requestWords, sendableSchema } from '#shared/express/field-words.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { receiptRows, sentRows } from '#shared/receipt/receipt-words.ts'
import { specified } from '#test/operations/index.ts'
import { requestFields } from '#test/support/samples/request-fields.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { house, unwrap } from '#test/support/worlds/submissions-house.ts'

/**
 * Tests that every value of a submission appears in words in the review and on the receipt, or is
 * named as left out.
 */

const seed = 20_261_120
/** Fields that are left out, with the words that say so. */
const leftOut: Readonly<Record<string, RegExp>> = {
  ParticipantXML: /^The text itself is not repeated here\.$/,
  'TransactionHTTPEndpoint.SID':
    /SID and Cookie belong to it and are not repeated here: whoever has them has the session\./,
  'TransactionHTTPEndpoint.Cookie':
    /SID and Cookie belong to it and are not repeated here: whoever has them has the session\./,
}

const isObject = (
  schema: z.core.$ZodType,
): schema is z.ZodObject<Readonly<Record<string, z.core.$ZodType>>> => schema instanceof z.ZodObject

/** The paths of all fields of a request's schema, including those in lists and objects. */
const pathsOf = (schema: z.core.$ZodType, path: string): string[] => {
  if (schema instanceof z.ZodOptional) return pathsOf(schema.unwrap(), path)
  if (schema instanceof z.ZodArray) return pathsOf(schema.element, path)
  if (!isObject(schema)) return [path]
  return Object.entries(schema.shape).flatMap(([name, inner]) =>
    pathsOf(inner, path === '' ? name : `${path}.${name}`),
  )
}

const valuesAt = (value: unknown, path: readonly string[]): unknown[] => {
  if (Array.isArray(value)) return value.flatMap((each: unknown) => valuesAt(each, path))
  const [name, ...rest] = path
  if (name === undefined) return [value]
  const inner: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return inner === undefined ? [] : valuesAt(inner, rest)
}

/** Every value in a draft except its name, with its path. */
const leavesOf = (value: unknown, path = ''): (readonly [path: string, value: unknown])[] =>
  typeof value !== 'object' || value === null
    ? [[path, value]]
    : Object.entries(value).flatMap(([name, inner]) =>
        path === '' && name === 'operation'
          ? []
          : leavesOf(inner, Array.isArray(value) ? path : path === '' ? name : `${path}.${name}`),
      )

/** Removes the commas from numbers. */
const plainDigits = (text: string): string => text.replace(/(?<=\d),(?=\d)/g, '')

test.each(submissionOperations)(
  'every field of the request and every value of the draft appears in the review and on the receipt of %s',
  async (operation) => {
    const { submissions, sent } = house({
      participant: { text: '<Participant UserID="P-100"/>', profile: aProfile() },
    })
    const { draft, notOnReceipt } = specified[operation]
    const review = unwrap(await submissions.review(draft))
    const receipt = unwrap(await submissions.send(review.submissionId, {}))
    const body = sent[0]
    expect(receipt.sent).toEqual(review.sent)
    expect(review.sent.map(({ name }) => name).toSorted()).toEqual(
      Object.keys(operations[operation].request.shape).toSorted(),
    )
    const onReceipt = plainDigits(
      [...sentRows(receipt), ...receiptRows(receipt, (iso) => iso)].flat().join('\n'),
    )
    for (const path of pathsOf(operations[operation].request, '')) {
      const [name = '', ...within] = path.split('.')
      const values = valuesAt(body, [name, ...within])
      expect(values, path).not.toEqual([])
      const row = review.sent.find((field) => field.name === name)
      const inReview = plainDigits(row?.lines.map(inWords).join('\n') ?? '')
      const why = leftOut[path]
      if (why !== undefined) {
        expect(row?.leftOut, path).toMatch(why)
        expect(onReceipt, path).toMatch(new RegExp(why.source, 'm'))
        for (const value of values)
          expect(`${inReview}${onReceipt}`, path).not.toContain(String(value))
        continue
      }
      // Booleans are shown as words; the next test covers them.
      for (const value of values.filter((each) => typeof each !== 'boolean')) {
        expect(inReview, path).toContain(String(value))
        expect(onReceipt, path).toContain(String(value))
      }
    }
    for (const [path, value] of leavesOf(draft)) {
      const instead = notOnReceipt[path]
      if (instead) {
        expect(onReceipt, path).toMatch(instead)
        // A shorter value may appear by chance.
        if (String(value).length > 3) expect(onReceipt, path).not.toContain(String(value))
      } else if (typeof value !== 'boolean') expect(onReceipt, path).toContain(String(value))
    }
  },
)

test('two requests that differ in a shown value have different words', () => {
  const shownWords = (fields: unknown): string =>
    JSON.stringify(
      requestWords(sendableSchema.parse(fields), usualReadAs).map(({ name, lines }) => [
        name,
        lines,
      ]),
    )
  const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
  for (const operation of submissionOperations) {
    fc.assert(
      fc.property(
        requestFields(operation, 'all'),
        requestFields(operation, 'all'),
        (one, other) => {
          for (const [name, value] of Object.entries(one)) {
            // For these fields, only the text's length or the endpoint's destination is shown.
            if (
              name === 'ParticipantXML' ||
              name === 'TransactionHTTPEndpoint' ||
              isSame(value, other[name])
            )
              continue
            expect(shownWords({ [name]: value }), `${operation} ${name}`).not.toBe(
              shownWords({ [name]: other[name] }),
            )
          }
        },
      ),
      { seed, numRuns: 300 },
    )
  }
})

test("today's value in the file appears beside the sent one, or a note that the file has none", async () => {
  const { submissions } = house({
    participant: { text: '<P/>', profile: aProfile({ gender: '' }) },
  })
  const review = unwrap(await submissions.review(specified.enroll.draft))
  const today = Object.fromEntries(
    review.sent.map(({ name, file }) => [name, file && file.map(inWords)]),
  )
  expect(today).toMatchObject({
    Salary: ['$92,000 a year'],
    ExcludeSocialSecurity: ['SSFlag Y'],
    PensionTypes: ['$12,400 a year from 2045 rising with prices'],
    DOB: ['1980-04-12'],
    Gender: [],
    RetirementAge: [],
    ClientId: null,
  })
})

test("the query of the recordkeeper's address is not shown, because it may contain a session id", async () => {
  const { submissions } = house()
  const review = unwrap(
    await submissions.review({
      ...specified.optout.draft,
      transactionUrl: 'https://rk.example/get?session=abc123',
    }),
  )
  const receipt = unwrap(await submissions.send(review.submissionId, {}))
  expect(JSON.stringify(receipt)).not.toContain('abc123')
  expect(new Map(sentRows(receipt)).get('Recordkeeper address')).toMatch(
    /^https:\/\/rk\.example\/get\n.*The rest of the address may contain a session and is not shown\./,
  )
})

test('fields missing from a row or an object are named as left out', () => {
  const request = sendableSchema.parse({
    EnrollmentInfo: [{}],
    SavingsRateDetails: [{ PlanId: 'QUILL457' }, { Value: '3' }],
    PensionTypes: [{}, { Amount: 900, StartYear: '2051', Cola: false }],
    DesiredRetirementIncome: { Type: 'Percentage' },
    TransactionHTTPEndpoint: {},
    OptoutInfo: [{ PlanId: 'QUILL457' }],
  })
  expect(
    requestWords(request, usualReadAs).map(({ lines, leftOut: out }) =>
      [...lines.map(plainLine), out].filter(Boolean),
    ),
  ).toEqual([
    ['no plan id (no plan type), no service option'],
    ['QUILL457: no value', 'no plan id: 3%'],
    [
      'no amount from no start year',
      '$900 from 2051, sent as dollars a year, not rising with prices',
    ],
    ['Percentage no value'],
    ['no address', 'No SID and no Cookie go with it.'],
    ['QUILL457 (no plan type)'],
  ])
})

test.each(submissionOperations)(
  "every field of %s has words, in the shared table or in the operation's own",
  (name) => {
    for (const field of Object.keys(operations[name].request.shape))
      expect(isShared(field) || Object.hasOwn(ownFields, field), field).toBe(true)
  },
)

test.each(submissionOperations)(
  'no field of %s has another meaning in another operation',
  (name) => {
    for (const [field, own] of Object.entries(submissionNamed(name).ownFields)) {
      expect(isShared(field), field).toBe(false)
      expect(ownFields[field], field).toBe(own)
    }
  },
)
