import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { operationNames } from '#shared/express/operations.ts'
import { readParticipantXml } from '#shared/participant/read-participant-xml.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import {
  caseOf,
  enrollmentOf,
  forecastOf,
  optOutOfMaya,
  requestsOfMaya,
  startTraining,
  xmlOf,
} from './training-client.ts'
import type { TrainingClient } from './training-client.ts'

let client: TrainingClient
let token: string

beforeAll(async () => {
  client = await startTraining()
  token = await client.token()
})
afterAll(async () => client.service.stop())

const reducedFields = [
  'InvestmentSelections',
  'AssetMixAdvisableAccounts',
  'AssetMixHousehold',
  'Percentile',
  'StrategyType',
  'Rating',
  'RiskLevel',
  'RetirementAge',
  'SavingsRate',
  'SocialSecurity',
  'ModelPortfolioIndex',
]
const fullFields = [
  ...reducedFields,
  'AssetMixOverall',
  'AssetMixOther',
  'BalanceHistory',
  'HistoricalScenarios',
  'SavingsRateDetail',
  'AccountSavingsRateDetail',
  'CSSellOffData',
  'RetirementSpouse',
  'NetRetirementIncomeGoalParticipant',
  'NetRetirementIncomeGoal',
  'SavingsRateTaxableOverflow',
  'SavingsRateOverall',
  'RisOutput',
]
const resultFields = [
  'Success',
  'ErrorMessage',
  'TransactionId',
  'ClientTransactionId',
  'RKTransactionId',
  'RKTransactionMessage',
  'TransactionState',
  'TransactionReturnCode',
  'TransactionData',
  'HtmlTransactionConfirmation',
  'ClientId',
]

const strategies = z.array(
  z.looseObject({ StrategyType: z.string(), Percentile: z.array(z.looseObject({})) }),
)
const mappings = z.array(
  z.strictObject({ AccountId: z.string(), PlanId: z.string(), PlanType: z.string() }),
)
const forecastAnswer = z.strictObject({
  StrategyOutput: strategies,
  CommunicationXML: z.string(),
  AccountMappings: mappings,
})
const enrollmentAnswer = z.strictObject({
  EnrollmentResult: z.looseObject({ Success: z.boolean() }),
  Strategy: z.strictObject({ StrategyOutput: strategies, AccountMappings: mappings }),
  Transaction: z.string(),
})
const optOutAnswer = z.strictObject({ OptOutResult: z.looseObject({}), Transaction: z.string() })

const decoded = (text: string): string => Buffer.from(text, 'base64').toString('utf8')
const sorted = (value: object | undefined): string[] => Object.keys(value ?? {}).toSorted()

test.each(operationNames)(
  '%s is received, carried out, counted and answered',
  async (operation) => {
    const { executed, received } = client.service.counts()
    const reply = await client.call(operation, requestsOfMaya[operation], token)
    expect(reply.status).toBe(200)
    expect(client.service.counts()).toMatchObject({
      received: { ...received, [operation]: received[operation] + 1 },
      executed: { ...executed, [operation]: executed[operation] + 1 },
    })
  },
)

test('Forecast answers Current and Revised in the full form for every example person', async () => {
  for (const { id, xml } of examplePeople) {
    const reply = await client.call(
      'forecast',
      { ClientId: 'TRAINING', ParticipantXML: xml },
      token,
    )
    expect(reply.status, id).toBe(200)
    const answer = forecastAnswer.parse(reply.json)
    expect(answer.StrategyOutput.map(({ StrategyType }) => StrategyType)).toEqual([
      'Current',
      'Revised',
    ])
    for (const strategy of answer.StrategyOutput) {
      expect(sorted(strategy)).toEqual(fullFields.toSorted())
      expect(strategy.Percentile.length).toBeGreaterThan(0)
      for (const percentile of strategy.Percentile) expect(Object.keys(percentile)).toHaveLength(9)
    }
    expect(decoded(answer.CommunicationXML)).toContain('<Communication')
  }
})

test('Forecast Current answers the reduced form only', async () => {
  const answer = forecastAnswer.parse(
    (await client.call('forecastCurrent', forecastOf('linda-kowalski'), token)).json,
  )
  expect(answer.StrategyOutput).toHaveLength(1)
  expect(sorted(answer.StrategyOutput[0])).toEqual(reducedFields.toSorted())
  expect(sorted(answer.StrategyOutput[0]?.Percentile[0])).toEqual([
    'IncomeSources',
    'Label',
    'Percentage',
    'SustainableRetirementIncome',
    'TotalWealth',
  ])
})

test('the same request gets the same answer, another retirement age another', async () => {
  const ask = async (body: object): Promise<unknown> =>
    forecastAnswer.parse((await client.call('forecast', body, token)).json).StrategyOutput
  const body = forecastOf('daniel-okafor')
  const first = await ask(body)
  expect(await ask(body)).toEqual(first)
  expect(await ask({ ...body, RetirementAge: 60 })).not.toEqual(first)
})

test('Case information answers one entry for each override age, in its order, also for numeric text', async () => {
  const reply = await client.call(
    'caseInformation',
    { ...caseOf, Salary: '70000', RetirementAge: '67', SSAgeOverride: [67, 65] },
    token,
  )
  expect(reply.status).toBe(200)
  const answer = z
    .strictObject({
      SocialSecurity: z.array(
        z.strictObject({ Age: z.number(), Amount: z.number(), PenaltyAmount: z.number() }),
      ),
      LifeExpectancy: z.strictObject({ Age: z.number() }),
    })
    .parse(reply.json)
  expect(answer.SocialSecurity.map(({ Age }) => Age)).toEqual([67, 65])
})

test('Enroll answers result, strategies and a transaction that reads as XML', async () => {
  const answer = enrollmentAnswer.parse(
    (await client.call('enroll', enrollmentOf('maya-torres'), token)).json,
  )
  expect(sorted(answer.EnrollmentResult)).toEqual(
    [...resultFields, 'AnnuityPurchaseRequest'].toSorted(),
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

test('a plan that the participant data does not hold is declined, not an error', async () => {
  const body = enrollmentOf('maya-torres', { PlanId: 'ELSEWHERE', PlanType: '401K' })
  for (const operation of ['enroll', 'implement'] as const) {
    const reply = await client.call(operation, body, token)
    expect(reply.status).toBe(200)
    const answer = enrollmentAnswer.parse(reply.json)
    expect(answer.EnrollmentResult).toMatchObject({
      Success: false,
      ErrorMessage: 'Plan ELSEWHERE is not in the participant data.',
      TransactionState: 'UnknownPlan',
    })
    expect(answer.Transaction).toBe('')
  }
})

test('enrolling, implementing and opting out have memory', async () => {
  const fresh = await startTraining()
  const freshToken = await fresh.token()
  const enrollment = async (operation: 'enroll' | 'implement', body: object) =>
    enrollmentAnswer.parse((await fresh.call(operation, body, freshToken)).json).EnrollmentResult
  const optOut = async (body: object) =>
    optOutAnswer.parse((await fresh.call('optout', body, freshToken)).json)
  try {
    const first = await optOut(optOutOfMaya)
    expect(sorted(first.OptOutResult)).toEqual(resultFields.toSorted())
    expect(first.OptOutResult).toMatchObject({ Success: true, TransactionState: 'Completed' })
    expect(decoded(first.Transaction)).toContain('ServiceOption="NONE"')

    const again = await optOut(optOutOfMaya)
    expect(again.OptOutResult).toMatchObject({
      Success: true,
      TransactionState: 'AlreadyOptedOut',
      TransactionId: first.OptOutResult['TransactionId'],
    })
    expect(again.Transaction).toBe(first.Transaction)

    const maya = enrollmentOf('maya-torres')
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
      OptoutInfo: [...optOutOfMaya.OptoutInfo, { PlanId: 'X', PlanType: '401K' }],
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

test('every example person can be opted out of each plan, implemented and enrolled at once', async () => {
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

test.each([
  [{ RetirementAge: 'soon' }, 'RetirementAge'],
  [{ Unheard: 1 }, 'Unheard'],
  [
    { SavingsRateDetails: [{ PlanId: 'A', SavingsType: '0', Value: '1e3' }] },
    'SavingsRateDetails[0].Value',
  ],
  [{ ParticipantXML: undefined }, 'ParticipantXML'],
  [{ ParticipantXML: '<Participant' }, 'ParticipantXML'],
  [{ ParticipantXML: '<!DOCTYPE a><a/>' }, 'ParticipantXML'],
  [{ ParticipantXML: '<Plans/>' }, 'ParticipantXML'],
])('an invalid request is 400 and names the field: %j', async (change, field) => {
  const reply = await client.call('forecast', { ...forecastOf('maya-torres'), ...change }, token)
  expect(reply.status).toBe(400)
  const error = z
    .strictObject({
      ErrorMessage: z.string(),
      errors: z.array(z.strictObject({ field: z.string(), message: z.string() })),
    })
    .parse(reply.json)
  expect(error.ErrorMessage).toContain(field)
  expect(error.errors.map((one) => one.field)).toContain(field)
})

test('the other refusals have their own status', async () => {
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

test('participant data that was never seen before is welcome', async () => {
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

test('ForecastType Detailed asks for ten times the paths: the same outlook, told more exactly', async () => {
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
