import type { Percentile } from '../../../express/reading.ts'
import type { IncomeSource } from '../../pictures/income-by-source.ts'
import { exactAmount } from '../amount.ts'
import type { Course } from './course.ts'
import type { Figure } from '../figure.ts'
import { gapOf, type Goal } from '../goal.ts'
import { incomeOf } from '../incomes.ts'
import { figure, step, toMonths } from '../make.ts'
import { converted, goalAt } from './prices.ts'
import { idOf, type Side } from '../side.ts'

/** Social Security claimed at the plan's age, dollars a month; `null` if it claims no age. */
const claimedBenefit = (side: Side): Figure | null => {
  const { claim } = side.saved
  return claim === undefined
    ? null
    : figure({
        id: `${idOf(side)}/claimed@${claim.age}`,
        steps: [
          step('+', claim.benefit, {
            from: 'estimate',
            what: `Social Security a year claimed at ${claim.age}, by Case information`,
          }),
          ...toMonths('year'),
        ],
        sentence: `Social Security claimed at ${claim.age}, before tax. What savings add from then on is not in the answer.`,
        basis: 'Dollars a year from Case information, before tax.',
        rule: 'Estimate only; not sent to the plan.',
      })
}

/**
 * Unbroken blocks: the answer's one figure from the asked age on, and from a later claim on the claimed benefit if that is
 * more.
 */
export const levelCourse = (
  side: Side,
  entry: Percentile,
  goal: Goal | null,
  drawn: Float64Array,
): Course | null => {
  const income = incomeOf(side, entry)
  if (income === null || side.age === null) return null
  const from = side.age
  const claimAge = side.saved.claim?.age ?? null
  const benefit = claimedBenefit(side)
  const isLater = benefit !== null && exactAmount(benefit) > exactAmount(income) + 1
  const keepsAt = (age: number): Figure =>
    isLater && claimAge !== null && age >= claimAge ? benefit : income
  // An answer may name any age: only those that it sends are drawn.
  const later = drawn.filter((age) => age > from)
  if (later.length === 0 && !drawn.includes(from)) return null
  const ages = Float64Array.from([from, ...later])
  const values = ages.map((age) => exactAmount(keepsAt(age)) * 12)
  const source: IncomeSource = { key: 'level', kind: 'other', label: 'Income', values }
  return {
    kind: 'level',
    why: isLater
      ? `For retiring at ${from} the answer has one figure until ${claimAge ?? ''}; from then on Social Security alone is known.`
      : `For retiring at ${from} the answer has one figure for all years, not each year.`,
    flow: {
      ages,
      sources: [source],
      totals: values,
      taxes: null,
      taxKeys: [],
      net: values,
      retirementAge: from,
      retirementIndex: 0,
      start: 0,
    },
    goalLine: goal && exactAmount(goal.figure),
    at: (age, prices = null) => {
      if (!ages.includes(age)) return null
      const sent = keepsAt(age)
      const wanted = goalAt(goal, age, prices)
      const keeps =
        prices === null
          ? sent
          : figure({
              ...sent,
              id: `${sent.id}@${age}/${prices.key}`,
              steps: converted(sent.steps, age, prices),
            })
      return (
        keeps && {
          age,
          sources: [{ key: 'level', label: source.label, kind: 'other', figure: keeps }],
          beforeTax: null,
          tax: null,
          keeps,
          goal: wanted?.figure ?? null,
          gap: gapOf(keeps, wanted),
        }
      )
    },
  }
}
