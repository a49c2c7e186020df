import { expect, test } from 'vitest'
import { lastTwo } from '#shared/records/last-two.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import { aSummary } from '#test/support/samples/scripted-world.ts'

const line = (id: string, savedAt: string, over: Partial<RecordSummary> = {}) =>
  aSummary({ id, savedAt: `${savedAt}T12:00:00.000Z`, ...over })
const idsOf = (...items: readonly RecordSummary[]) => {
  const two = lastTwo({ items })
  return two && [two.earlier.id, two.newer.id]
}

test('the newest forecast is compared with the newest one that is 30 days older', () => {
  const old = line('old', '2025-10-01')
  expect(
    idsOf(line('new', '2026-11-27'), line('week', '2026-11-20'), line('month', '2026-10-28'), old),
  ).toEqual(['month', 'new'])
  expect(idsOf(line('new', '2026-11-27'), line('week', '2026-10-29'), old)).toEqual(['old', 'new'])
})

test('scenarios, receipts and “Where you stand” are not compared', () => {
  expect(
    idsOf(
      line('plan', '2026-11-28', { changed: true }),
      line('receipt', '2026-11-28', { kind: 'receipt' }),
      line('new', '2026-11-27'),
      line('stand', '2025-11-27', { kind: 'forecastCurrent' }),
      line('tried', '2025-11-27', { changed: true }),
    ),
  ).toBeNull()
  expect(idsOf()).toBeNull()
})

test('a forecast that ran again counts by its last run', () => {
  const again = line('old', '2025-11-01', { runs: 2, lastRunAt: '2026-11-10T12:00:00.000Z' })
  expect(idsOf(line('new', '2026-11-27'), again)).toBeNull()
})
