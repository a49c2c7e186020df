import { comparisonPaths, earliestClaimAge, latestClaimAge, percentiles } from './assumptions.ts'
import type { Strategy } from './advice.ts'
import type { Household } from './household.ts'
import { cents } from './output/rounding.ts'
import type { FullPercentile } from './service-shapes.ts'
import { levelsOf, type Projection } from './strategy.ts'

type OtherAges = FullPercentile['RetirementIncomeAtVariousRetirementAges']

const retiringAt = (household: Household, retirementAge: number): Household => ({
  ...household,
  retirementAge,
  claimAge: Math.max(household.age, Math.min(Math.max(retirementAge, earliestClaimAge), latestClaimAge)),
  worker: { ...household.worker, retirementAge },
})

const agesAround = (household: Household): readonly number[] =>
  [-4, -2, 0, 2, 4]
    .map((step) => household.retirementAge + step)
    .filter((age) => age >= household.age && age < household.lastAge)

/**
 * Sustainable income when retiring earlier or later, one table for each percentile. The other ages are run on fewer
 * paths; their ratio to the chosen age scales the full result.
 */
export const otherAgesOf = (
  household: Household,
  strategy: Strategy,
  projection: Projection,
  allPaths: number,
): readonly OtherAges[] => {
  const paths = Math.min(comparisonPaths, allPaths)
  const ages = agesAround(household)
  const levels = new Map(
    ages.map((age) => [age, levelsOf(retiringAt(household, age), strategy, projection, paths)]),
  )
  const chosen = levels.get(household.retirementAge)
  return percentiles.map((_, index) =>
    ages.map((age) => {
      const base = chosen?.[index] ?? 0
      const ratio = base > 0 ? (levels.get(age)?.[index] ?? 0) / base : 1
      return {
        RetirementAge: String(age),
        SustainableRetirementIncome: cents((projection.outlooks[index]?.sustainable ?? 0) * ratio),
      }
    }),
  )
}
