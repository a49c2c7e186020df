import { isAge } from '../../age-at.ts'
import type { Json } from '../../json.ts'
import type { Percentile } from '../../express/reading.ts'
import { isObject } from '../../is-object.ts'
import { fromSent } from '../../text/numeric-text.ts'
import { percentileAt } from '../pick.ts'
import type { Figure, Step } from '../../figures/figure.ts'
import { fromAnswer, figure, inParentheses, step, toMonths } from './make.ts'
import { percentilePath, basisWords, dollarsIn, idOf, isTraining, type Side } from './side.ts'

/** A strategy's sustainable income in poor, average and good markets. */

/**
 * The percentiles (0–100) that stand for poor and average markets; good markets mirror poor ones.
 */
export interface MarketChoice {
  readonly poor: number
  readonly average: number
}

export const marketNames = ['poor', 'average', 'good'] as const
export type Market = (typeof marketNames)[number]

/** The percentile entry for each market; `null` where the answer has no separate entry. */
export const marketEntries = (
  side: Side,
  { poor, average }: MarketChoice,
): Readonly<Record<Market, Percentile | null>> => {
  const named = (entry: Percentile | null) =>
    entry === null || entry.percentage === null ? null : entry
  const middle = named(percentileAt(side.strategy, average))
  const [low, high] = [poor, 100 - poor].map((wanted) => named(percentileAt(side.strategy, wanted)))
  const isApart = (entry: Percentile | null | undefined, by: -1 | 1) =>
    entry !== null &&
    entry !== undefined &&
    middle !== null &&
    Math.sign((entry.percentage ?? 0) - (middle.percentage ?? 0)) === by
  return {
    poor: isApart(low, -1) ? (low ?? null) : null,
    average: middle,
    good: isApart(high, 1) ? (high ?? null) : null,
  }
}

/**
 * The only age and the only income in a table's row, whatever their names are, because the row's
 * shape is not specified.
 */
const ageAndIncome = (row: Json) => {
  if (!isObject(row)) return null
  const only = (pattern: RegExp) => {
    const [one, ...others] = Object.entries(row).filter(([key]) => pattern.test(key))
    const value = others.length === 0 ? fromSent(one?.[1]) : null
    return one === undefined || value === null ? null : { name: one[0], value }
  }
  const [age, income] = [only(/age$/i), only(/income|value|amount/i)]
  return age === null || income === null || !isAge(age.value) ? null : { age, income }
}

/** The steps to an income at another age; `between` has the two ages of the table that it is estimated between. */
interface AtAge {
  readonly steps: readonly Step[]
  readonly between: readonly [below: number, above: number] | null
}

/**
 * The sustainable income at another retirement age, from the answer's table. If the table has another unit than the
 * answer's own income, only its proportions are used; `null` if it does not reach that age.
 */
const stepsAt = (side: Side, entry: Percentile, age: number): AtAge | null => {
  const { sustainableRetirementIncome: own } = entry
  const path = percentilePath(side, entry)
  const rows = new Map(
    entry.retirementIncomeAtVariousRetirementAges
      .flatMap((row) => ageAndIncome(row) ?? [])
      .map((row) => [row.age.value, row]),
  )
  const at = (wanted: number, sign: Step['sign'] = '+'): Step | null => {
    const row = rows.get(wanted)
    const place = `${path}.RetirementIncomeAtVariousRetirementAges[${wanted}]`
    return row === undefined
      ? null
      : fromAnswer(row.income.value, `${place}.${row.income.name}`, sign)
  }
  const base = side.strategy.retirementAge
  const divisor = base === null ? null : at(base, '÷')
  const unit = base === null ? 0 : (rows.get(base)?.income.value ?? 0)
  if (own === null || divisor === null || unit <= 0) return null
  const inUnit =
    unit === own ? [] : [fromAnswer(own, `${path}.SustainableRetirementIncome`, '×'), divisor]
  const sent = at(age)
  if (sent !== null) return { steps: [sent, ...inUnit], between: null }
  const below = Math.max(...[...rows.keys()].filter((key) => key < age))
  const above = Math.min(...[...rows.keys()].filter((key) => key > age))
  const [low, high, minus] = [at(below), at(above), at(below, '−')]
  if (low === null || high === null || minus === null) return null
  const part = inParentheses([
    inParentheses([high, minus]),
    step('×', age - below, { from: 'constant', what: `years from ${below} to ${age}` }),
    step('÷', above - below, { from: 'constant', what: `years from ${below} to ${above}` }),
  ])
  return { steps: [inParentheses([low, part]), ...inUnit], between: [below, above] }
}

const chance = (percentage: number): string =>
  percentage === 50
    ? 'In half of the simulated markets'
    : `In ${Math.round(100 - percentage)} of 100 simulated markets`

/** The participant's name, for use in a sentence. */
export const nameOf = ({ saved }: Pick<Side, 'saved'>): string =>
  saved.profile?.firstName || saved.subject.name || 'the participant'

const sentenceOf = (side: Side, percentage: number): string => {
  const start = side.age === null ? 'through retirement' : `from ${side.age} on`
  return isTraining(side)
    ? `${chance(percentage)} ${nameOf(side)} can spend this or more every month ${start}, until the last year that is simulated.`
    : `What the service calls sustainable retirement income, a month ${start}, at its percentile ${percentage}.`
}

const tableRule = ({ strategy, age }: Side, { between }: AtAge): string =>
  `Age ${age ?? ''} is not the answer’s own age, which is ${strategy.retirementAge ?? 'not sent'}, so the figure is an estimate from its table of retirement ages${between === null ? '' : `, on a straight line from ${between[0]} to ${between[1]}`}.`

/** The income of one percentile entry, dollars a month; `null` if the answer has none. */
export const incomeOf = (side: Side, entry: Percentile | null): Figure | null => {
  const percentage = entry?.percentage ?? null
  if (entry === null || percentage === null) return null
  const { sustainableRetirementIncome: own } = entry
  const isOwnAge = side.age === null || side.age === side.strategy.retirementAge
  const path = `${percentilePath(side, entry)}.SustainableRetirementIncome`
  const found: AtAge | null = isOwnAge
    ? own === null
      ? null
      : { steps: [fromAnswer(own, path)], between: null }
    : stepsAt(side, entry, side.age)
  return (
    found &&
    figure({
      id: `${idOf(side)}/p${percentage}/income${isOwnAge ? '' : `@${side.age}`}`,
      steps: [...found.steps, ...toMonths(side.units.readAs.sustainableIncome)],
      tax: 'after',
      dollarsOf: dollarsIn(side),
      about: found.between !== null,
      sentence: sentenceOf(side, percentage),
      basis: basisWords(side, 'sustainableIncome', 'after'),
      rule: isOwnAge ? '' : tableRule(side, found),
    })
  )
}
