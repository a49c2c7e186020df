import { expect, it } from 'vitest'
import { forecastCurrent } from '#electron/training/engine/forecast.ts'
import { madeAnew } from './support/made-anew.ts'
import { saver, today } from './support/people.ts'

/** By the specification, the default retirement age applies to the Current strategy. */
it.each([55, 62, 70, 97])(
  'a requested retirement age of %i changes the revised strategy, while the current one keeps the default',
  (RetirementAge) => {
    const input = { profile: saver(), today, paths: 20, seed: 'default age' }
    const [usual] = madeAnew(input).StrategyOutput
    const [current, revised] = madeAnew({ ...input, RetirementAge }).StrategyOutput
    expect(current).toEqual(usual)
    expect(revised?.RetirementAge).toBe(String(RetirementAge))
    expect(forecastCurrent({ ...input, RetirementAge }).StrategyOutput).toEqual(
      forecastCurrent(input).StrategyOutput,
    )
  },
)
