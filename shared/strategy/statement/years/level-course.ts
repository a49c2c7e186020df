import type { Percentile } from '../../../express/reading.ts'
import { earliestClaim, socialSecurityOf } from '../../claim-approximation.ts'
import type { IncomeSource } from '../../charts/income-by-source.ts'
import { exactAmount } from '../amount.ts'
import type { Course } from './course.ts'
import type { Figure } from '../../../figures/figure.ts'
import { gapOf, type Goal } from '../goal.ts'
import { incomeOf } from '../incomes.ts'
import { figure, fromAnswer, step, toMonths } from '../make.ts'
import { converted, goalAt } from './prices.ts'
import { basisWords, idOf, pathOf, seriesPath, type Side } from '../side.ts'

/** Social Security that starts after retirement. */
interface LaterBenefit {
  /** The first age with the benefit. */
  readonly from: number
  /** Dollars a month before tax, the lowest of all years. */
  readonly benefit: Figure
}

/** The benefit claimed at the plan's claim age; `null` if it is not claimed after retirement. */
const claimedBenefit = (side: Side): LaterBenefit | null => {
  const { claim } = side.saved
  const benefit =
    claim === undefined
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
  return benefit === null || claim === undefined || claim.age <= (side.age ?? claim.age)
    ? null
    : { from: claim.age, benefit }
}

/**
 * The benefit in another strategy of the same answer that has the plan's retirement age and whose
 * Social Security starts later; `null` if there is none.
 */
const answeredBenefit = (side: Side, { percentage }: Percentile): LaterBenefit | null => {
  const { saved, age } = side
  for (const strategy of saved.reading.strategies) {
    if (age === null || strategy.retirementAge !== age) continue
    const entry = strategy.percentiles.find((each) => each.percentage === percentage)
    const series = entry && socialSecurityOf(entry)
    const index = series ? series.values.findIndex((value) => value > 0) : -1
    const [from, value] = [series?.ages[index], series?.values[index]]
    if (!entry || !series || from === undefined || value === undefined || from <= age) continue
    const path = pathOf(saved, strategy)
    const place = `${path}.Percentile[${percentage ?? ''}].${seriesPath('IncomeSources', series, entry.incomeSources)}`
    const benefit = figure({
      id: `${idOf(side)}/p${percentage ?? ''}/socialSecurity@${from}`,
      steps: [
        fromAnswer(value, `${place}.Values[${from}].Value`),
        ...toMonths(side.units.readAs.incomeSources),
      ],
      sentence: `Social Security from ${from} on, as the answer has it for retiring at ${age}. What savings add from then on is not in the answer.`,
      basis: basisWords(side, 'incomeSources', 'before'),
    })
    if (benefit !== null) return { from, benefit }
  }
  return null
}

/** Says why there is one figure for all years, and from which age it includes Social Security. */
const whyLevel = (
  from: number,
  later: LaterBenefit | null,
  { isMore, isLacking }: { readonly isMore: boolean; readonly isLacking: boolean },
): string => {
  const start = `For retiring at ${from} the answer has one figure`
  if (later !== null && isMore)
    return `${start} until ${later.from}; from then on Social Security alone is known.`
  const all = `${start} for all years, not each year`
  if (later !== null)
    return `${all}: until ${later.from} without Social Security, from then on with it.`
  return isLacking
    ? `${all}. What Social Security adds, from ${earliestClaim} at the earliest, is not in the answer.`
    : `${all}.`
}

/**
 * A course drawn as unbroken blocks: the answer's single figure from the retirement age on and,
 * once a later Social Security starts, the benefit if that is higher.
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
  const later = claimedBenefit(side) ?? answeredBenefit(side, entry)
  const isMore = later !== null && exactAmount(later.benefit) > exactAmount(income) + 1
  const isLacking =
    later === null && from < earliestClaim && side.saved.inputs.ExcludeSocialSecurity !== true
  const keepsAt = (age: number): Figure => (isMore && age >= later.from ? later.benefit : income)
  // Draws only ages that the answer sends, because the age from which the benefit starts may be any
  // number.
  const after = drawn.filter((age) => age > from)
  if (after.length === 0 && !drawn.includes(from)) return null
  const ages = Float64Array.from([from, ...after])
  const values = ages.map((age) => exactAmount(keepsAt(age)) * 12)
  const source: IncomeSource = { key: 'level', kind: 'other', label: 'Income', values }
  return {
    kind: 'level',
    why: whyLevel(from, later, { isMore, isLacking }),
    lacksSocialSecurity: isLacking,
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
