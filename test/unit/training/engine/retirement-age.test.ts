import { describe, expect, it } from 'vitest'
import { forecast, forecastCurrent } from '#electron/training/engine/forecast.ts'
import { madeAnew } from './support/made-anew.ts'
import { contribution, saver, today } from './support/people.ts'

const paths = 60

describe('the default retirement age', () => {
  it('is the current strategy’s, whatever age is asked for; Revised retires at that', () => {
    const [plain] = madeAnew({ profile: saver(), today, paths }).StrategyOutput
    const answer = madeAnew({ profile: saver(), today, paths, RetirementAge: 62 })
    expect(answer.StrategyOutput.map(({ RetirementAge }) => RetirementAge)).toEqual(['65', '62'])
    expect(answer.StrategyOutput[0]).toEqual(plain)
    expect(answer.notes.join(' ')).toContain('The current strategy retires at 65')
  })

  it('is Forecast Current’s', () => {
    const asked = forecastCurrent({ profile: saver(), today, paths, RetirementAge: 58 })
    expect(asked.StrategyOutput).toEqual(
      forecastCurrent({ profile: saver(), today, paths }).StrategyOutput,
    )
    expect(asked.notes.join(' ')).toContain('The revised strategy retires at 58, the age asked for')
  })

  it('is the same for both when none is asked for, or just that one', () => {
    for (const RetirementAge of [undefined, 65]) {
      const { StrategyOutput, notes } = forecast({ profile: saver(), today, paths, RetirementAge })
      expect(StrategyOutput.map((one) => one.RetirementAge)).toEqual(['65', '65'])
      expect(notes.join(' ')).not.toContain('the age asked for')
    }
  })

  it('weighs advice against today’s strategy at the age asked for', () => {
    const ages = (RetirementAge: number) =>
      forecast({ profile: saver(), today, paths, RetirementAge }).StrategyOutput[1]?.Percentile[1]
        ?.SustainableRetirementIncome ?? 0
    expect(ages(70)).toBeGreaterThan(ages(60))
  })

  it('of somebody who retires beyond the last age shown otherwise is answered too', () => {
    const { StrategyOutput } = forecast({ profile: saver(), today, paths, RetirementAge: 97 })
    expect(StrategyOutput[0]?.Percentile[0]?.TotalWealth.Values.at(-1)?.Age).toBe('95')
    expect(StrategyOutput[1]?.Percentile[0]?.TotalWealth.Values.at(-1)?.Age).toBe('98')
  })
})

it('catch-up contributions of high pay show as Roth savings and as Roth money', () => {
  const profile = saver({
    dateOfBirth: '1970-06-15',
    salary: 200_000,
    contributions: [contribution('pretax', 20)],
  })
  const [current] = forecast({ profile, today, paths }).StrategyOutput
  const components = current?.SavingsRateDetail[0]?.SavingsComponent
  expect(components?.map(({ Type, IsRoth, DollarAmount }) => [Type, IsRoth, DollarAmount])).toEqual(
    [
      ['Pretax', false, 24_500],
      ['Roth', true, 8_000],
    ],
  )
  const roth = current?.Percentile[1]?.AccountBalance.find(
    ({ ContributionType }) => ContributionType === 'Roth',
  )
  expect(roth?.Values.map(({ Value }) => Value).slice(0, 2)).toEqual([0, 8_000])
})
