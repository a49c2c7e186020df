import type { Figure } from '../../figures/figure.ts'
import { figure, fromAnswer } from './make.ts'
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
