import { describe, expect, it } from 'vitest'
import { expectedAge, remainingYears } from '#electron/training/engine/case-information.ts'
import { publishedExpectancy } from './support/published-expectancy.ts'

describe('life expectancy', () => {
  it.each(['M', 'F'] as const)(
    'computed from death probabilities agrees with the table at every age: %s',
    (sex) => {
      expect(publishedExpectancy[sex]).toHaveLength(120)
      for (const [age, published] of publishedExpectancy[sex].entries()) {
        expect(Math.abs(remainingYears(age, sex) - published), `age ${age}`).toBeLessThanOrEqual(
          0.0051,
        )
      }
    },
  )

  it('averages both tables if the gender is missing', () => {
    expect(remainingYears(65, '')).toBeCloseTo(
      (remainingYears(65, 'M') + remainingYears(65, 'female')) / 2,
      12,
    )
  })

  it('depends on the age reached', () => {
    expect(expectedAge(85, 'M')).toBeGreaterThan(expectedAge(40, 'M'))
  })
})
