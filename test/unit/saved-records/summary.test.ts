import { describe, expect, it } from 'vitest'
import { summaryOf } from '#electron/core/records/saved/summary.ts'
import { caseRecord, forecastRecord, receiptRecord } from '#test/support/saved-records.ts'

describe('summaryOf', () => {
  it('says one line for each kind', () => {
    expect(summaryOf(receiptRecord('r'))).toBe('Enrollment in doubt')
    expect(summaryOf(caseRecord('c'))).toBe('$27,430 at 67, life expectancy 92')
    const record = forecastRecord('f')
    expect(summaryOf({ ...record, reading: { ...record.reading, strategies: [] } })).toBe(
      'No income in the answer · with retirement age 67',
    )
    expect(
      summaryOf({
        ...record,
        reading: { ...record.reading, strategies: record.reading.strategies.slice(0, 1) },
      }),
    ).toBe('$48,400 now · with retirement age 67')
  })
})
