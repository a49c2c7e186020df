import type { Figure } from '../../figures/figure.ts'
import { figure, fromAnswer, step } from './make.ts'
import { idOf, type Side } from './side.ts'

/** The retirement age of a strategy, as sent; `null` if its answer has none. */
export const retirementAgeIn = (side: Side): Figure | null =>
  side.strategy.retirementAge === null
    ? null
    : figure({
        id: `${idOf(side)}/retirementAge`,
        unit: 'age',
        per: 'once',
        steps: [fromAnswer(side.strategy.retirementAge, `${side.path}.RetirementAge`)],
        sentence: 'The age at which this strategy of the service retires.',
        basis: 'Years of age.',
      })

/** The retirement age that an advisor typed for a forecast. */
const typedAge = (age: number): Figure | null =>
  figure({
    id: `typed/age/${age}`,
    unit: 'age',
    per: 'once',
    steps: [step('+', age, { from: 'typed', what: 'Retirement age entered for the forecast' })],
    sentence: 'The age to retire at, as entered.',
    basis: 'Years of age.',
  })

/** The retirement ages that a recommendation starts from and ends at; `null` where the answer has none. */
export interface RecommendedAges {
  readonly from: Figure | null
  readonly to: Figure | null
}

export const recommendedAges = (current: Side | null, revised: Side | null): RecommendedAges => {
  const asked = (current ?? revised)?.saved.inputs.RetirementAge
  return {
    from: asked === undefined ? current && retirementAgeIn(current) : typedAge(asked),
    to: revised && retirementAgeIn(revised),
  }
}
