import type { Strategy } from '../express/reading.ts'
import type { SavedForecast } from '../records/saved.ts'
import { annuitiesOf } from './changes/annuities.ts'
import { pickPair } from './pick.ts'

type Answered = Pick<SavedForecast, 'reading' | 'inputs'>

/** What a strategy does besides retiring: its funds and its savings, without the years until retirement. */
const actionsOf = (strategy: Strategy): string =>
  JSON.stringify([
    strategy.investmentSelections,
    ...[strategy.savingsRateDetail, strategy.accountSavingsRateDetail].map((details) =>
      details.map(({ account, components }) => [
        account,
        components.map(({ numberOfYears: _, ...saving }) => saving),
      ]),
    ),
  ])

/** Whether two strategies do the same until they retire; false if the answer does not list their funds. */
const doSame = (current: Strategy, revised: Strategy): boolean =>
  current.investmentSelections.length > 0 &&
  actionsOf(current) === actionsOf(revised) &&
  annuitiesOf(current, revised).length === 0

/**
 * The strategy of the answer that is the plan with the levers: Current. Current may retire at its own age; Revised is
 * then the plan if it retires at the requested age and changes nothing else, because its figures are exact and those
 * of Current are estimates. `null` if the answer has neither.
 */
export const planIn = ({ reading, inputs }: Answered): Strategy | null => {
  const { current, revised } = pickPair(reading.strategies)
  const asked = inputs.RetirementAge
  const isExact =
    current !== null &&
    revised !== null &&
    asked !== undefined &&
    current.retirementAge !== asked &&
    revised.retirementAge === asked &&
    doSame(current, revised)
  return isExact ? revised : current
}
