import { describe, expect, it } from 'vitest'
import { forecast } from '#electron/training/engine/forecast.ts'
import { saver, today } from './support/people.ts'

const [current] = forecast({ profile: saver(), today, paths: 50 }).StrategyOutput

/** Months since year 0, to detect a month missing from a series. */
const monthOf = ({ Year, Month }: { readonly Year: string; readonly Month: string }): number =>
  Number(Year) * 12 + Number(Month) - 1

describe('historical scenarios', () => {
  it('are a crash, a slow decade and an inflation decade, each marked as stylized', () => {
    const names = current?.HistoricalScenarios.map(({ Name }) => Name)
    expect(names).toEqual([
      'Crash and recovery (stylized)',
      'Slow decade (stylized)',
      'Inflation decade (stylized)',
    ])
    for (const { BenchmarkName } of current?.HistoricalScenarios ?? [])
      expect(BenchmarkName).toContain('stylized')
  })

  it('go month by month without a gap, with a benchmark beside every value', () => {
    for (const { Name, Balance } of current?.HistoricalScenarios ?? []) {
      expect(Balance.length, Name).toBeGreaterThanOrEqual(60)
      for (const [index, row] of Balance.entries()) {
        expect(monthOf(row) - index, Name).toBe(monthOf(Balance[0] ?? row))
        expect(Math.min(row.Value, row.BenchmarkValue), Name).toBeGreaterThan(0)
      }
    }
  })

  it('include a crash that loses much before it recovers', () => {
    const values = current?.HistoricalScenarios[0]?.Balance.map(({ Value }) => Value) ?? []
    expect(Math.min(...values)).toBeLessThan(0.8 * (values[0] ?? 0))
    expect(values.at(-1)).toBeGreaterThan(values[0] ?? 0)
  })
})

it('the history of balances leads up to today and says that it is simulated', () => {
  const rows = current?.BalanceHistory['PLAN1-1'] ?? []
  expect(rows).toHaveLength(12)
  expect(rows.at(-1)).toMatchObject({ Year: '2026', Month: '11', Balance: 100_000 })
  for (const row of rows) expect(row).toHaveProperty('Simulated', true)
})
