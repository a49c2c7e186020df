import { expect, test } from 'vitest'
import { createSearch, summaryLineOf } from '#electron/core/records/saved/summary.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import { fail, ok } from '#shared/result.ts'
import { forecastRecord } from '#test/support/samples/saved-records.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'
import { plain } from '#test/support/figures/plain.ts'

/** A receipt is found by its printed numbers, even if it was sealed before they were in its header. */

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
const older: RecordSummary = { ...summaryLineOf(receipt), foundBy: null }

const searchIn = (items: readonly RecordSummary[]) => {
  const opened: string[] = []
  const search = createSearch({
    list: async () => ok(items),
    open: async (id) => {
      opened.push(id)
      return id === receipt.id ? ok(receipt) : fail({ code: 'records.damaged', message: 'damaged' })
    },
  })
  const ids = async (...words: string[]): Promise<string[][]> => {
    const found = await search(words)
    return found.ok ? found.value : []
  }
  return { ids, opened }
}

test.each([
  'GP-20261120-7F3K2M',
  '7f3k2m',
  'T-100482-77',
  'ct-1',
  'RK-9',
  'LATE-7',
  'acme401k',
  receipt.submissionId,
])('by %s', async (word) => {
  const { ids, opened } = searchIn([summaryLineOf(receipt), summaryLineOf(forecast)])
  expect(await ids(word)).toEqual([[receipt.id]])
  expect(opened).toEqual([])
})

test('each word by itself, so that another may stand in the line', async () => {
  const { ids } = searchIn([summaryLineOf(receipt)])
  expect(await ids('rk-9', 'walter')).toEqual([[receipt.id], []])
})

test('one that cannot be opened for now is tried again with the next search', async () => {
  let isLocked = true
  let opened = 0
  const search = createSearch({
    list: async () => ok([older]),
    open: async () => {
      opened += 1
      return isLocked ? fail({ code: 'records.keyUnreachable', message: 'locked' }) : ok(receipt)
    },
  })
  expect(await search(['rk-9'])).toEqual(ok([[]]))
  isLocked = false
  expect(await search(['rk-9'])).toEqual(ok([[receipt.id]]))
  expect(await search(['rk-9'])).toEqual(ok([[receipt.id]]))
  expect(opened).toBe(2)
})

test('an older one is opened once; one that cannot be opened is passed over', async () => {
  const { ids, opened } = searchIn([older, { ...older, id: 'damaged' }])
  expect(await ids('rk-9')).toEqual([[receipt.id]])
  expect(await ids('7f3k2m')).toEqual([[receipt.id]])
  expect(opened.toSorted()).toEqual([receipt.id, 'damaged'].toSorted())
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
