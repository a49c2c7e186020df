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
  claimAge: Math.max(
    household.age,
    Math.min(Math.max(retirementAge, earliestClaimAge), latestClaimAge),
  ),
  worker: household.assumedEarnings ? household.worker : { ...household.worker, retirementAge },
})

/** Years earlier or later than planned. Current also gets far ones: a lever can move that far. */
const near = [-4, -2, 0, 2, 4]
export const far = [-10, -7, ...near, 7, 10]

/** The household retiring `steps` years earlier or later, and as planned. */
export const retirementChoices = (household: Household, steps = near): readonly Household[] =>
  steps
    .map((step) => household.retirementAge + step)
    .filter((age) => age >= household.age && age < household.lastAge)
    .map((age) => (age === household.retirementAge ? household : retiringAt(household, age)))

/**
 * Sustainable income when retiring earlier or later, one table per percentile. The other ages run on fewer paths; the
 * ratio to the chosen age scales the full result.
 */
export const otherAgesOf = (
  choices: readonly Household[],
  chosenAge: number,
  strategy: Strategy,
  projection: Projection,
  allPaths: number,
): readonly OtherAges[] => {
  const paths = Math.min(comparisonPaths, allPaths)
  const levels = new Map(
    choices.map((choice) => [choice.retirementAge, levelsOf(choice, strategy, projection, paths)]),
  )
  const chosen = levels.get(chosenAge)
  return percentiles.map((_, index) =>
    choices.map(({ retirementAge: age }) => {
      const base = chosen?.[index] ?? 0
      const ratio = base > 0 ? (levels.get(age)?.[index] ?? 0) / base : 1
      return {
        RetirementAge: String(age),
        SustainableRetirementIncome: cents((projection.levels[index] ?? 0) * ratio),
      }
    }),
  )
}
