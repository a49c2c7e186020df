import { describe, expect, it } from 'vitest'
import { summaryLineOf } from '#electron/core/records/saved/summary.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import { caseRecord, forecastRecord, receiptRecord } from '#test/support/samples/saved-records.ts'
import { plain } from '#test/support/figures/plain.ts'

const summaryOf = (record: SavedRecord): string => plain(summaryLineOf(record).summary)

describe('summaryOf', () => {
  it('gives one line for each kind of result', () => {
    expect(summaryOf(receiptRecord('r'))).toBe('Enrollment in doubt')
    expect(summaryOf(caseRecord('c'))).toBe('life expectancy 92')
    const record = forecastRecord('f')
    expect(summaryOf({ ...record, reading: { ...record.reading, strategies: [] } })).toBe(
      'No income in the answer · with retirement age 67',
    )
    const strategies = record.reading.strategies.slice(0, 1)
    const alone = { ...record, reading: { ...record.reading, strategies } }
    expect(summaryOf(alone)).toBe('No income in the answer · with retirement age 67')
    expect(summaryOf({ ...alone, inputs: {} })).toBe('')
  })
})
