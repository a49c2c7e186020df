import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyFor } from '#electron/core/express/body-for.ts'
import {
  operationNames,
  operations,
  submissionOperations,
  type OperationName,
  type SubmissionOperation,
} from '#shared/express/operations.ts'
import { ok } from '#shared/result.ts'
import { stays } from '#test/support/worlds/express-house.ts'
import { startPrism, type Prism } from '#test/support/servers/prism.ts'
import { createRealClient, type RealClient } from '#test/support/worlds/real-client.ts'
import { requestFields, type Filling } from '#test/support/samples/request-fields.ts'

/** Tests that Prism, an independent mock service, finds no fault in the program's requests. */

const seed = 20_261_120
const runs: Readonly<Record<Filling, number>> = { no: 20, some: 80, all: 60 }
const fillings = ['no', 'some', 'all'] as const
const cases = operationNames.flatMap((operation) =>
  fillings.map((filling) => ({ operation, filling })),
)

let prism: Prism
let client: RealClient
let accepted = 0

beforeAll(async () => {
  prism = await startPrism('docs/express.openapi.json')
  client = createRealClient(prism.url)
}, 60_000)

afterAll(async () => {
  await client.close()
  await prism.stop()
})

const isSubmission = (name: OperationName): name is SubmissionOperation =>
  submissionOperations.some((submission) => submission === name)

/**
 * Sends a request as the program does. Returns Prism's complaint, or an empty text if the request
 * was accepted.
 */
const send = async (
  operation: OperationName,
  fields: Readonly<Record<string, unknown>>,
): Promise<string> => {
  const body = bodyFor(operation, client.environment, fields)
  if (!body.ok) return `not even sent: ${body.error.message}`
  if (isSubmission(operation)) {
    const attempt = await client.express.submit(operation, 'uat', body.value, {
      ...stays,
      onBeforeFirstByte: async () => ok(undefined),
    })
    return attempt.kind === 'answered' ? '' : `${attempt.kind}: ${attempt.error.message}`
  }
  const answer = await client.express.compute(operation, 'uat', body.value, stays)
  return answer.ok ? '' : answer.error.message
}

describe(`Prism (seed ${seed})`, () => {
  test.each(cases)(
    'accepts $operation with $filling optional fields',
    async ({ operation, filling }) => {
      await fc.assert(
        fc.asyncProperty(requestFields(operation, filling), async (fields) => {
          const fault = await send(operation, fields)
          if (fault !== '') throw new Error(`${fault}\n${prism.said.slice(-6).join('\n')}`)
          accepted += 1
        }),
        { seed, numRuns: runs[filling], endOnFailure: true },
      )
    },
    60_000,
  )

  test('accepts at least 500 requests', () => {
    expect(accepted).toBeGreaterThanOrEqual(500)
  })
})

describe('Prism refuses', () => {
  const post = async (
    operation: OperationName,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<number> => {
    const response = await fetch(`${prism.url}${operations[operation].path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer any', ...headers },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    return response.status
  }
  const forecast = { ClientId: 'C', ParticipantXML: '<a/>' }
  const pension = { Amount: 1, Cola: true, IsFromRecordKeeper: false, StartYear: '2040' }

  test('no valid request', async () => {
    expect(await post('forecast', { ...forecast, PensionTypes: [pension] })).toBe(200)
  })

  test.each([
    ['an extra field', 'forecast', { ...forecast, Comment: 'x' }],
    ['a field of another operation', 'forecastCurrent', { ...forecast, ForecastType: 'x' }],
    ['a misspelled field', 'forecast', { ...forecast, retirementAge: 65 }],
    [
      'a misspelled field inside a row',
      'forecast',
      { ...forecast, PensionTypes: [{ ...pension, COLA: true }] },
    ],
    ['null for an empty field', 'forecast', { ...forecast, Salary: null }],
    ['a number as text', 'forecast', { ...forecast, RetirementAge: '65' }],
    [
      'numeric text in another locale',
      'forecast',
      { ...forecast, SavingsRateDetails: [{ PlanId: 'P', SavingsType: '', Value: '4,5' }] },
    ],
    [
      'numeric text with an exponent',
      'forecast',
      { ...forecast, SavingsRateDetails: [{ PlanId: 'P', SavingsType: '', Value: '1e3' }] },
    ],
    [
      'a date without its time',
      'enroll',
      {
        ...forecast,
        EnrollmentInfo: [{ PlanId: 'P', PlanType: 'T', ServiceOption: 'O' }],
        DOB: '1980-01-01',
      },
    ],
    [
      'a missing field',
      'optout',
      { ClientId: 'C', ParticipantId: 'p', FirstName: 'A', LastName: 'B' },
    ],
    ['no body', 'caseInformation', undefined],
  ] as const)('a request with %s', async (_name, operation, body) => {
    expect(await post(operation, body)).toBeGreaterThanOrEqual(400)
  })

  test('a request without a token', async () => {
    const response = await fetch(`${prism.url}${operations.forecast.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(forecast),
    })
    expect(response.status).toBe(401)
  })

  test('a request to a wrong address, which the client reports as a failure', async () => {
    const refusing = createRealClient(`${prism.url}/nowhere`, {
      credentials: { style: 'accessToken', value: 'any' },
    })
    const answer = await refusing.express.compute('forecast', 'uat', forecast, stays)
    await refusing.close()
    expect(answer).toMatchObject({ ok: false, error: { status: 404 } })
  })
})
