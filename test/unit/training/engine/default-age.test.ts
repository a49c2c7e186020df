import { expect, it } from 'vitest'
import { forecast, forecastCurrent } from '#electron/training/engine/index.ts'
import { saver, today } from './support/people.ts'

/** The specification: the default retirement age applies to the current strategy. */
it.each([55, 62, 70, 97])(
  'a retirement age of %i changes the revised strategy, and the current one keeps the default',
  (RetirementAge) => {
    const input = { profile: saver(), today, paths: 20, seed: 'default age' }
    const [usual] = forecast(input).StrategyOutput
    const [current, revised] = forecast({ ...input, RetirementAge }).StrategyOutput
    expect(current).toEqual(usual)
    expect(revised?.RetirementAge).toBe(String(RetirementAge))
    expect(forecastCurrent({ ...input, RetirementAge }).StrategyOutput).toEqual(
      forecastCurrent(input).StrategyOutput,
    )
  },
)
