import type { Figure } from '../../figures/figure.ts'
import { figure, fromAnswer, toYears } from './make.ts'
import { basisWords, idOf, type Side } from './side.ts'

/** A strategy's goals as the service sends them, in dollars a year; `null` if not sent. */
export const goalsAsSent = (side: Side) => {
  const { goal, goalParticipant } = side.strategy
  const make = (value: number | null, field: string, sentence: string): Figure | null =>
    value === null
      ? null
      : figure({
          id: `${idOf(side)}/${field}/year`,
          per: 'year',
          steps: [
            fromAnswer(value, `${side.path}.${field}`),
            ...toYears(side.units.readAs.incomeGoal),
          ],
          sentence,
          basis: basisWords(side, 'incomeGoal', ''),
        })
  return {
    household: make(
      goal,
      'NetRetirementIncomeGoal',
      'What the service takes as the goal, a year, for the household.',
    ),
    participant: make(
      goalParticipant,
      'NetRetirementIncomeGoalParticipant',
      'The participant’s part of the goal, a year.',
    ),
  }
}
