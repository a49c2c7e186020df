import { expect, test } from 'vitest'
import { readServiceError } from '#electron/core/http/status-error.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { readSubmission } from '#shared/express/read/read-submission.ts'
import { nextFraction, seededState } from '#electron/training/engine/paths/random.ts'
import { fieldsOf, parsed } from '#renderer/workspace/result/tree-of.ts'

const resultOf = (json: string) => {
  const reading = readSubmission('optout', json)
  if (!reading.ok) throw new Error(reading.error.message)
  return reading.value
}

const written = [
  '90071992547409931',
  '100.10',
  '12345678901234567890123',
  '-0',
  '1.0',
  '0.1234567890123456789',
  '1e21',
  '42',
]

test.each(written)(
  'an id that came as the number %s keeps its digits, and a note says so',
  (sent) => {
    const { result, notes } = resultOf(
      `{"OptOutResult":{"Success":true,"TransactionId":${sent},"RKTransactionMessage":[${sent}]}}`,
    )
    expect(result).toMatchObject({ transactionId: sent, rkTransactionMessage: sent, success: true })
    expect(notes).toContainEqual({
      path: 'OptOutResult.TransactionId',
      message: 'came as a number, was read as text',
    })
  },
)

test.each(written)(
  '%s keeps its digits in repeated keys, JSON within JSON and unspecified parts',
  (sent) => {
    expect(
      resultOf(`{"OptOutResult":{"Success":true,"TransactionId":"a","TransactionId":${sent}}}`)
        .result.transactionId,
    ).toBe(sent)
    const packed = JSON.stringify(`{"OptOutResult":{"Success":1.0,"TransactionId":${sent}}}`)
    expect(resultOf(packed).result).toMatchObject({ transactionId: sent, success: true })
  },
)

test.each(written)('%s keeps its digits in the tree and the indented text of an answer', (sent) => {
  const answer = parsed(`{"a":[{"b":${sent}}]}`)
  expect(fieldsOf(answer?.value)).toEqual([{ path: 'a[0].b', value: sent }])
  expect(JSON.stringify(answer?.value)).toBe(`{"a":[{"b":${sent}}]}`)
})

test.each(written)('%s keeps its digits in the error of a service', (sent) => {
  const { message, details } = readServiceError(`{"message":"No","code":${sent}}`)
  expect(message).toBe(`No (${sent})`)
  expect(details).toBe(`{"message":"No","code":${sent}}`)
})

test('amounts with more than 15 digits, or with zeros at the end, keep their value', () => {
  const reading = readForecast(
    '{"StrategyOutput":[{"StrategyType":"Current","NetRetirementIncomeGoal":100.10,"SavingsRate":6.0,"InvestmentSelections":{"A":[{"Fund":"F","Amount":12345678901234.123456,"Percent":100.10}]},"Percentile":[{"Percentage":50.0,"TotalWealth":{"Values":[{"Age":"65","Value":1000.50},{"Age":66,"Value":123456789.1234567891}]}}]}]}',
  )
  const [strategy] = reading.ok ? reading.value.strategies : []
  expect(strategy).toMatchObject({
    goal: 100.1,
    savingsRate: 6,
    investmentSelections: [
      { accountId: 'A', rows: [{ Fund: 'F', Amount: '12345678901234.123456', Percent: '100.10' }] },
    ],
  })
  expect([...(strategy?.percentiles[0]?.totalWealth.values ?? [])]).toEqual([
    1000.5, 123456789.1234567891,
  ])
  expect(reading.ok && reading.value.notes.map(({ message }) => message)).toEqual([
    'ages came as numbers instead of text',
  ])
})

const seed = process.env.GLIDEPATH_SEED ?? String(Date.now())

test(`any number keeps its digits, GLIDEPATH_SEED=${seed}`, () => {
  const state = seededState(seed)
  const digits = (most: number) =>
    Array.from({ length: 1 + Math.floor(nextFraction(state) * most) }, () =>
      Math.floor(nextFraction(state) * 10),
    ).join('')
  for (let round = 0; round < 500; round += 1) {
    const whole = digits(25).replace(/^0+(?=\d)/, '')
    const sent = nextFraction(state) < 0.5 ? whole : `${whole}.${digits(20)}`
    expect(
      resultOf(`{"OptOutResult":{"Success":true,"TransactionId":${sent}}}`).result.transactionId,
    ).toBe(sent)
  }
})
