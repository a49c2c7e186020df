import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  operationNames,
  submissionOperations,
  type OperationName,
} from '#shared/express/operations.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { specified } from '#test/operations/index.ts'
import { answerFaults } from '#test/support/samples/answer-faults.ts'
import { asObject } from '#test/support/as-object.ts'
import { forecastOf, requestOfMaya, startTraining, xmlOf } from './training-client.ts'
import type { Reply, TrainingClient } from './training-client.ts'

let client: TrainingClient
let token: string

beforeAll(async () => {
  client = await startTraining()
  token = await client.token()
})
afterAll(async () => client.service.stop())

const strategies = z.array(
  z.looseObject({ StrategyType: z.string(), Percentile: z.array(z.looseObject({})) }),
)
const forecastAnswer = z.looseObject({ StrategyOutput: strategies, CommunicationXML: z.string() })
const enrollmentAnswer = z.looseObject({
  EnrollmentResult: z.looseObject({}),
  Strategy: z.looseObject({ StrategyOutput: strategies }),
  Transaction: z.string(),
})
const optOutAnswer = z.looseObject({ OptOutResult: z.looseObject({}), Transaction: z.string() })

/** Checks that an answer has the form specified for `operation`, and returns its content. */
const specifiedAnswer = (operation: OperationName, reply: Reply): object => {
  expect(reply.status).toBe(200)
  expect(answerFaults(specified[operation].answer, reply.json)).toEqual([])
  return asObject(reply.json)
}

const decoded = (text: string): string => Buffer.from(text, 'base64').toString('utf8')

test.each(operationNames)('%s is received, executed, counted and answered', async (operation) => {
  const { executed, received } = client.service.counts()
  specifiedAnswer(operation, await client.call(operation, requestOfMaya(operation), token))
  expect(client.service.counts()).toMatchObject({
    received: { ...received, [operation]: received[operation] + 1 },
    executed: { ...executed, [operation]: executed[operation] + 1 },
  })
})

test('Forecast answers with the Current and Revised strategies in full for every example person', async () => {
  for (const { id, xml } of examplePeople) {
    const reply = await client.call(
      'forecast',
      { ClientId: 'TRAINING', ParticipantXML: xml },
      token,
    )
    expect(reply.status, id).toBe(200)
    const answer = forecastAnswer.parse(specifiedAnswer('forecast', reply))
    expect(answer.StrategyOutput.map(({ StrategyType }) => StrategyType)).toEqual([
      'Current',
      'Revised',
    ])
    for (const { Percentile } of answer.StrategyOutput) expect(Percentile.length).toBeGreaterThan(0)
    expect(decoded(answer.CommunicationXML)).toContain('<Communication')
  }
})

test('Forecast Current answers with one strategy in the reduced form', async () => {
  const reply = await client.call('forecastCurrent', forecastOf('linda-kowalski'), token)
  const answer = forecastAnswer.parse(specifiedAnswer('forecastCurrent', reply))
  expect(answer.StrategyOutput).toHaveLength(1)
  expect(answer.StrategyOutput[0]?.Percentile.length).toBeGreaterThan(0)
})

test('the same request gets the same answer, and a request with another retirement age gets a different answer', async () => {
  const ask = async (body: object): Promise<unknown> =>
    forecastAnswer.parse((await client.call('forecast', body, token)).json).StrategyOutput
  const body = forecastOf('daniel-okafor')
  const first = await ask(body)
  expect(await ask(body)).toEqual(first)
  expect(await ask({ ...body, RetirementAge: 60 })).not.toEqual(first)
})

test('Case information answers with one entry for each override age in order, even if numbers are sent as text', async () => {
  const body = {
    ...requestOfMaya('caseInformation'),
    Salary: '70000',
    RetirementAge: '67',
    SSAgeOverride: [67, 65],
  }
  const answer = specifiedAnswer(
    'caseInformation',
    await client.call('caseInformation', body, token),
  )
  expect(answer).toMatchObject({ SocialSecurity: [{ Age: 67 }, { Age: 65 }] })
})

test('Enroll answers with a result, strategies and a transaction in valid XML', async () => {
  const answer = enrollmentAnswer.parse(
    (await client.call('enroll', requestOfMaya('enroll'), token)).json,
  )
  expect(answer.EnrollmentResult).toMatchObject({
    Success: true,
    ErrorMessage: '',
    TransactionState: 'Completed',
    ClientId: 'TRAINING',
  })
  expect(answer.EnrollmentResult['TransactionId']).toMatch(/^TRN-\d{8}-\w+-\d{5}$/)
  expect(answer.Strategy.StrategyOutput).toHaveLength(2)
  const transaction = decoded(answer.Transaction)
  expect(transaction).toContain('ServiceOption="ManagedAccounts"')
  expect(transaction).toMatch(
    /<Fund CusFundID="STV01" Name="[^"]+" FromPercent="50" ToPercent="[\d.]+"\/>/,
  )
  const reading = readParticipantXml(transaction)
  expect(reading.ok && reading.value.participants[0]?.userId).toBe('TR1001')
})

test('the transaction contains the savings rates that were sent, never a recommended rate', async () => {
  const rateLines = async (inputs: object): Promise<readonly string[]> => {
    const { json } = await client.call('enroll', { ...requestOfMaya('enroll'), ...inputs }, token)
    return decoded(enrollmentAnswer.parse(json).Transaction).match(/<Rate [^>]*>/g) ?? []
  }
  expect(await rateLines({ SavingsRateDetails: undefined })).toEqual([])
  const [plan] = z
    .object({ EnrollmentInfo: z.array(z.object({ PlanId: z.string() })) })
    .parse(requestOfMaya('enroll')).EnrollmentInfo
  const sent = { PlanId: plan?.PlanId, SavingsType: 'Pretax', Value: '8' }
  expect(await rateLines({ SavingsRateDetails: [sent] })).toEqual([
    '<Rate Type="Pretax" ToPercent="8"/>',
  ])
})

const declines = submissionOperations.flatMap((operation) =>
  specified[operation].training.declined.map((decline) => ({ operation, ...decline })),
)
test.each(declines)(
  '$operation is declined without an error: $reason',
  async ({ operation, after = [], change, state, reason }) => {
    const fresh = await startTraining()
    try {
      for (const before of after)
        expect((await fresh.call(before, requestOfMaya(before))).status).toBe(200)
      const reply = await fresh.call(operation, { ...requestOfMaya(operation), ...change })
      const [resultName = ''] = specified[operation].resultNames
      expect(specifiedAnswer(operation, reply)).toMatchObject({
        [resultName]: { Success: false, ErrorMessage: reason, TransactionState: state },
        Transaction: '',
      })
    } finally {
      await fresh.service.stop()
    }
  },
)

test('the service remembers enrollments, implementations and opt-outs', async () => {
  const fresh = await startTraining()
  const freshToken = await fresh.token()
  const enrollment = async (operation: 'enroll' | 'implement', body: object) =>
    enrollmentAnswer.parse((await fresh.call(operation, body, freshToken)).json).EnrollmentResult
  const optOut = async (body: object) =>
    optOutAnswer.parse((await fresh.call('optout', body, freshToken)).json)
  const optOutOfMaya = requestOfMaya('optout')
  try {
    const first = await optOut(optOutOfMaya)
    expect(first.OptOutResult).toMatchObject({ Success: true, TransactionState: 'Completed' })
    expect(decoded(first.Transaction)).toContain('ServiceOption="NONE"')

    const again = await optOut(optOutOfMaya)
    expect(again.OptOutResult).toMatchObject({
      Success: true,
      TransactionState: 'AlreadyOptedOut',
      TransactionId: first.OptOutResult['TransactionId'],
    })
    expect(again.Transaction).toBe(first.Transaction)

    const maya = requestOfMaya('enroll')
    expect(await enrollment('implement', maya)).toMatchObject({
      Success: false,
      TransactionState: 'OptedOut',
    })
    expect(await enrollment('enroll', maya)).toMatchObject({
      Success: true,
      TransactionState: 'Completed',
    })
    expect(await enrollment('enroll', maya)).toMatchObject({
      Success: true,
      TransactionState: 'Renewed',
    })
    expect(await enrollment('implement', maya)).toMatchObject({
      Success: true,
      TransactionState: 'Completed',
    })
    expect((await optOut(optOutOfMaya)).OptOutResult).toMatchObject({
      Success: true,
      TransactionState: 'Completed',
    })

    const stranger = { ...optOutOfMaya, ParticipantId: 'SOMEBODY' }
    expect((await optOut(stranger)).OptOutResult).toMatchObject({
      Success: false,
      TransactionState: 'NotEnrolled',
    })
    const other = { ...maya, ParticipantXML: xmlOf('maya-torres').replace('TR1001', 'NEW-1') }
    expect(await enrollment('implement', other)).toMatchObject({
      Success: false,
      TransactionState: 'NotEnrolled',
    })
    expect(await enrollment('enroll', other)).toMatchObject({
      Success: true,
      TransactionState: 'Completed',
    })
    expect(await enrollment('implement', other)).toMatchObject({ Success: true })

    const halfKnown = {
      ...optOutOfMaya,
      ParticipantId: 'NEW-1',
      OptoutInfo: ['NORTHWIND401K', 'X'].map((PlanId) => ({ PlanId, PlanType: '401K' })),
    }
    expect((await optOut(halfKnown)).OptOutResult).toMatchObject({
      Success: false,
      TransactionState: 'NotEnrolled',
    })
    expect(await enrollment('implement', other)).toMatchObject({ Success: true })
    expect(fresh.service.counts().executed).toMatchObject({
      optout: 5,
      enroll: 3,
      implement: 5,
      forecast: 0,
    })
  } finally {
    await fresh.service.stop()
  }
})

test('every example person can be opted out of each plan, implemented and enrolled without any earlier step', async () => {
  for (const { xml } of examplePeople) {
    const reading = readParticipantXml(xml)
    const person = reading.ok ? reading.value.participants[0] : undefined
    const plans = (person?.accounts ?? []).map(({ planId, planType }) => ({
      PlanId: planId,
      PlanType: planType,
    }))
    const body = {
      ClientId: 'TRAINING',
      ParticipantId: person?.userId,
      FirstName: person?.firstName,
      LastName: person?.lastName,
    }
    const reply = await client.call('optout', { ...body, OptoutInfo: plans }, token)
    expect(optOutAnswer.parse(reply.json).OptOutResult).toMatchObject({
      Success: true,
      TransactionState: 'Completed',
    })
  }
})

const invalid = operationNames.flatMap((operation) =>
  specified[operation].training.invalid.map(([change, field]) => ({ operation, change, field })),
)
test.each(invalid)(
  'a request for $operation with the invalid value $change gets a 400 that names $field',
  async ({ operation, change, field }) => {
    const reply = await client.call(operation, { ...requestOfMaya(operation), ...change }, token)
    expect(reply.status).toBe(400)
    const error = z
      .strictObject({
        ErrorMessage: z.string(),
        errors: z.array(z.strictObject({ field: z.string(), message: z.string() })),
      })
      .parse(reply.json)
    expect(error.ErrorMessage).toContain(field)
    expect(error.errors.map((one) => one.field)).toContain(field)
  },
)

test('for every operation, the specification has sample requests that Training refuses or declines', () => {
  for (const name of operationNames) expect(specified[name].training.invalid, name).not.toEqual([])
  for (const name of submissionOperations)
    expect(specified[name].training.declined, name).not.toEqual([])
})

test('each further kind of refusal has its own status', async () => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const forecast = '/rm/v1/express/forecast'
  expect((await client.send('/rm/v1/express/other', '{}', headers)).status).toBe(404)
  expect(
    (await client.call('forecast', { ...forecastOf('maya-torres'), ClientId: 'ABCD' }, token))
      .status,
  ).toBe(404)
  const wrongMethod = await client.send(forecast, '', headers, 'PUT')
  expect([wrongMethod.status, wrongMethod.headers['allow']]).toEqual([405, 'POST'])
  expect(
    (await client.send(forecast, '{}', { ...headers, 'content-type': 'text/xml' })).status,
  ).toBe(415)
  expect((await client.send(forecast, '{', headers)).status).toBe(400)
  expect((await client.send(forecast, 'x'.repeat(71 * 1024 * 1024), headers)).status).toBe(413)
})

test('unknown participant data is accepted', async () => {
  const bare = '<Participant UserID="9"/>'
  const odd = xmlOf('maya-torres')
    .replaceAll('STV01', 'UNHEARD-OF')
    .replace('72400', 'n/a')
    .replace('2002-05-14', '')
  for (const ParticipantXML of [bare, odd]) {
    const reply = await client.call('forecast', { ClientId: 'TRAINING', ParticipantXML }, token)
    expect(reply.status).toBe(200)
    forecastAnswer.parse(reply.json)
  }
})

test('ForecastType Detailed computes ten times as many paths, for the same outlook in finer detail', async () => {
  const incomeOf = async (type: object): Promise<number> => {
    const reply = await client.call('forecast', { ...forecastOf('daniel-okafor'), ...type }, token)
    return (
      z
        .object({
          StrategyOutput: z.array(
            z.object({
              Percentile: z.array(z.object({ SustainableRetirementIncome: z.number() })),
            }),
          ),
        })
        .parse(reply.json).StrategyOutput[0]?.Percentile[1]?.SustainableRetirementIncome ??
      Number.NaN
    )
  }
  const usual = await incomeOf({})
  const detailed = await incomeOf({ ForecastType: 'Detailed' })
  expect(detailed).not.toBe(usual)
  expect(Math.abs(detailed / usual - 1)).toBeLessThan(0.05)
  expect(await incomeOf({ ForecastType: 'Detailed' })).toBe(detailed)
})
