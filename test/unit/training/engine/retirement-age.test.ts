import { describe, expect, it } from 'vitest'
import { forecast, forecastCurrent } from '#electron/training/engine/forecast.ts'
import { madeAnew } from './support/made-anew.ts'
import { contribution, saver, today } from './support/people.ts'

const paths = 60

describe('the default retirement age', () => {
  it('applies to the current strategy, whatever age is requested, while Revised retires at the requested age', () => {
    const [plain] = madeAnew({ profile: saver(), today, paths }).StrategyOutput
    const answer = madeAnew({ profile: saver(), today, paths, RetirementAge: 62 })
    expect(answer.StrategyOutput.map(({ RetirementAge }) => RetirementAge)).toEqual(['65', '62'])
    expect(answer.StrategyOutput[0]).toEqual(plain)
    expect(answer.notes.join(' ')).toContain('The current strategy retires at 65')
  })

  it('applies to Forecast Current', () => {
    const asked = forecastCurrent({ profile: saver(), today, paths, RetirementAge: 58 })
    expect(asked.StrategyOutput).toEqual(
      forecastCurrent({ profile: saver(), today, paths }).StrategyOutput,
    )
    expect(asked.notes.join(' ')).toContain('The revised strategy retires at 58, the requested age')
  })

  it('is the same for both strategies if no age is requested, or if the default age itself is requested', () => {
    for (const RetirementAge of [undefined, 65]) {
      const { StrategyOutput, notes } = forecast({ profile: saver(), today, paths, RetirementAge })
      expect(StrategyOutput.map((one) => one.RetirementAge)).toEqual(['65', '65'])
      expect(notes.join(' ')).not.toContain('the requested age')
    }
  })

  it('is replaced by the requested age in Revised, whose income is higher at 70 than at 60', () => {
    const ages = (RetirementAge: number) =>
      forecast({ profile: saver(), today, paths, RetirementAge }).StrategyOutput[1]?.Percentile[1]
        ?.SustainableRetirementIncome ?? 0
    expect(ages(70)).toBeGreaterThan(ages(60))
  })

  it('does not prevent an answer for somebody who retires beyond the last age usually shown', () => {
    const { StrategyOutput } = forecast({ profile: saver(), today, paths, RetirementAge: 97 })
    expect(StrategyOutput[0]?.Percentile[0]?.TotalWealth.Values.at(-1)?.Age).toBe('95')
    expect(StrategyOutput[1]?.Percentile[0]?.TotalWealth.Values.at(-1)?.Age).toBe('98')
  })
})

it('catch-up contributions at high pay appear as Roth savings and as Roth money', () => {
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
