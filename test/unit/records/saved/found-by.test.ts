import { expect, test } from 'vitest'
import { createSearch, summaryLineOf } from '#electron/core/records/saved/summary.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import { ok } from '#shared/result.ts'
import { forecastRecord } from '#test/support/samples/saved-records.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'
import { plain } from '#test/support/figures/plain.ts'

/** A receipt is found by its printed numbers, without being opened. */

const receipt = aReceipt({
  settled: {
    by: 'kim',
    at: '2026-11-21T09:00:00.000Z',
    saidBy: 'service',
    wentThrough: true,
    transactionId: 'LATE-7',
  },
})
const forecast = forecastRecord('forecast-1')

const idsIn = async (items: readonly RecordSummary[], ...words: string[]): Promise<string[][]> => {
  const found = await createSearch({ list: async () => ok(items) })(words)
  return found.ok ? found.value : []
}

test.each([
  'GP-20261120-7F3K2M',
  '7f3k2m',
  'T-100482-77',
  'ct-1',
  'RK-9',
  'LATE-7',
  'LATE\u20117',
  'acme401k',
  receipt.submissionId,
])('by %s', async (word) => {
  expect(await idsIn([summaryLineOf(receipt), summaryLineOf(forecast)], word)).toEqual([
    [receipt.id],
  ])
})

test('each word by itself, so that another may stand in the line', async () => {
  expect(await idsIn([summaryLineOf(receipt)], 'rk-9', 'walter')).toEqual([[receipt.id], []])
})

test('two forecasts of one participant differ by their inputs', () => {
  const lineOf = (inputs: ReturnType<typeof forecastRecord>['inputs']): string =>
    plain(summaryLineOf({ ...forecastRecord('f-1'), inputs }).summary)
  expect(lineOf({})).toBe('')
  expect(
    lineOf({
      RetirementAge: 64,
      Salary: 95_000,
      ExcludeSocialSecurity: true,
      ForecastType: 'Monte',
      SavingsRateDetails: [{ PlanId: 'A', SavingsType: '0', Value: '6.5' }, { PlanId: 'B' }],
      PensionTypes: [{ Amount: 12_400, StartYear: '2045' }],
    }),
  ).toBe(
    'with retirement age 64, salary $95,000, savings 6.5% + no rate, pensions $12,400, Social Security left out, Monte',
  )
})
