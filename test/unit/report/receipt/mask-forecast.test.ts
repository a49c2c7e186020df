import { expect, test } from 'vitest'
import { plainScenario } from '#shared/records/scenario.ts'
import { forecastMasks } from '#shared/receipt/mask-forecast.ts'
import { aForecast } from '../made-report.ts'

const accounts = ['4400-118822', '9900-118822']
const renamed = (id: string, names: ReadonlyMap<string, string>) => names.get(id) ?? id

/** A forecast whose accounts have numbers, for a participant whose id is also an age. */
const numberedForecast = () => {
  const saved = aForecast({ subject: { participantId: '65', name: 'Maria Alvarez' } })
  const before = [...new Set(saved.reading.accountMappings.map(({ accountId }) => accountId))]
  const names = new Map(before.map((id, index) => [id, accounts[index] ?? id]))
  const rename = <T extends { readonly accountId: string }>(each: T): T => ({
    ...each,
    accountId: renamed(each.accountId, names),
  })
  const ofSeries = <T extends { readonly account: string }>(each: T): T => ({
    ...each,
    account: renamed(each.account, names),
  })
  return {
    ...saved,
    reading: {
      ...saved.reading,
      accountMappings: saved.reading.accountMappings.map(rename),
      strategies: saved.reading.strategies.map((strategy) => ({
        ...strategy,
        investmentSelections: strategy.investmentSelections.map(rename),
        balanceHistory: strategy.balanceHistory.map(rename),
        advisableMixes: strategy.advisableMixes.map(rename),
        percentiles: strategy.percentiles.map((each) => ({
          ...each,
          incomeSources: each.incomeSources.map(ofSeries),
          accountBalance: each.accountBalance.map(ofSeries),
        })),
      })),
    },
  }
}

test('a masked forecast has no account number, keeps its accounts apart, and keeps every figure', () => {
  const saved = numberedForecast()
  const { forecast } = forecastMasks([saved])
  const masked = forecast(saved)
  const written = JSON.stringify(masked.reading)
  for (const account of accounts) expect(written).not.toContain(account)
  expect(new Set(masked.reading.accountMappings.map(({ accountId }) => accountId)).size).toBe(
    new Set(saved.reading.accountMappings.map(({ accountId }) => accountId)).size,
  )
  const numbers = (value: unknown) => JSON.stringify(value).match(/(?<=[:[,])-?\d[\d.e+-]*/g)
  expect(numbers(masked.reading)).toEqual(numbers(saved.reading))
  expect(masked.reading.strategies.map(({ retirementAge }) => retirementAge)).toEqual(
    saved.reading.strategies.map(({ retirementAge }) => retirementAge),
  )
})

test('typed text is masked only where it is recognizably an identifier', () => {
  const saved = aForecast({ subject: { participantId: '65', name: 'Maria Alvarez' } })
  const scenario = { ...plainScenario, name: 'At 65', note: 'Account 123456789, at 65' }
  const numbered = { ...saved, scenario }
  const other = aForecast({ subject: { participantId: '123-456-789', name: 'Maria Alvarez' } })
  const { forecast, text } = forecastMasks([numbered, other])
  expect(forecast(numbered).scenario).toMatchObject({
    name: 'At 65',
    note: 'Account ••••6789, at 65',
  })
  expect(text('from 65 on')).toBe('from 65 on')
})
