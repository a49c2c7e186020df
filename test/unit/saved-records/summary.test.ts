import { describe, expect, it } from 'vitest'
import { summaryLineOf } from '#electron/core/records/saved/summary.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import { caseRecord, forecastRecord, receiptRecord } from '#test/support/samples/saved-records.ts'

const summaryOf = (record: SavedRecord): string => summaryLineOf(record).summary

describe('summaryOf', () => {
  it('says one line for each kind', () => {
    expect(summaryOf(receiptRecord('r'))).toBe('Enrollment in doubt')
    expect(summaryOf(caseRecord('c'))).toBe('$27,430 at 67, life expectancy 92')
    const record = forecastRecord('f')
    expect(summaryOf({ ...record, reading: { ...record.reading, strategies: [] } })).toBe(
      'No income in the answer · with retirement age 67',
    )
    const strategies = record.reading.strategies.slice(0, 1)
    const alone = { ...record, reading: { ...record.reading, strategies } }
    expect(summaryOf(alone)).toBe('No income at 67 in the answer · with retirement age 67')
    expect(summaryOf({ ...alone, inputs: {} })).toBe('Today $48,400')
  })

  it('names a plan by its income at the tried age, and keeps the amounts as sent for a list in months', () => {
    const record = forecastRecord('f')
    const rows = [
      { Age: 65, Income: 40_000 },
      { Age: 67, Income: 50_000 },
    ]
    const strategies = record.reading.strategies.map((strategy) => ({
      ...strategy,
      retirementAge: 65,
      percentiles: strategy.percentiles.map((entry) => ({
        ...entry,
        retirementIncomeAtVariousRetirementAges: rows,
      })),
    }))
    const line = summaryLineOf({ ...record, reading: { ...record.reading, strategies } })
    expect(line.summary).toBe('Plan $60,500, Recommended $51,100 · with retirement age 67')
    expect(line.incomes).toEqual({
      rows: [
        { role: 'plan', amount: 60_500, between: false },
        { role: 'recommended', amount: 51_100, between: false },
      ],
      period: 'year',
      then: ' · with retirement age 67',
    })
  })
})
