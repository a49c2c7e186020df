import type { Figure } from '../../../figures/figure.ts'
import type { SinceStep } from '../../../forecast/since.ts'
import { shownAmount } from '../amount.ts'
import { differenceOf, figure, fromFigure, isSameKind } from '../make.ts'
import type { SavedAnswer } from '../side.ts'
import { ownStrategy, statementOf, type Rules, type StrategyStatement } from '../statement.ts'
import { isInPhases } from '../years/phases.ts'

/**
 * The bridge from an earlier monthly income to a newer one. Each step is the difference between two answers of today’s
 * service, of which the second has one more of the earlier inputs. All are shown amounts, so that the steps add up to the
 * difference to the dollar.
 */

/** What the last answer, which has all inputs of then, still differs from the earlier one. */
export type BridgeKey = SinceStep | 'model'

export interface BridgeStep {
  readonly key: BridgeKey
  /** Dollars a month, signed. */
  readonly figure: Figure
}

/** The two incomes, and their difference. */
export interface BridgeEnds {
  readonly from: Figure
  readonly to: Figure
  /** Dollars a month, signed. */
  readonly difference: Figure
  /** The retirement ages of the two strategies; null if an answer does not say. */
  readonly ages: readonly [number | null, number | null]
}

export interface SinceBridge extends BridgeEnds {
  /** In the order of the picture; the last one is the rest. */
  readonly steps: readonly BridgeStep[]
}

/** A sentence about why there is no bridge or no range. */
export interface Missing {
  readonly why: string
}

export const isMissing = (found: object): found is Missing => 'why' in found

/** Where the client stands in an answer, without what an advisor entered. */
const standing = (saved: SavedAnswer, rules: Rules): StrategyStatement | null =>
  ownStrategy(statementOf({ saved, today: null, typedGoal: null }, rules))

/** Why an income cannot be an end or a step; empty if it can. */
const whyNot = (strategy: StrategyStatement | null, which: string): string => {
  if (strategy === null || strategy.incomes.average === null)
    return `The ${which} has no income in average markets.`
  return isInPhases(strategy.phases('average'))
    ? `The income in the ${which} comes in phases, so it is not one figure to compare.`
    : ''
}

const taxWords = { before: 'before tax', after: 'after tax', '': 'of an unknown tax' } as const
const dollarWords = {
  today: 'in dollars of its day',
  year: 'in dollars of each year',
  '': 'in unknown dollars',
} as const

/** Why two incomes may not be subtracted; empty if they may. */
const whyUnlike = (before: StrategyStatement, after: StrategyStatement): string => {
  const [from, to] = [before.incomes.average, after.incomes.average]
  if (from === null || to === null) return ''
  if (before.percentiles.average !== after.percentiles.average)
    return `Average markets are percentile ${before.percentiles.average ?? ''} in the earlier answer and ${after.percentiles.average ?? ''} in the newer one.`
  if (isSameKind(from, to)) return ''
  return from.tax === to.tax
    ? `The earlier income is ${dollarWords[from.dollarsOf]}, and the newer one is ${dollarWords[to.dollarsOf]}.`
    : `The earlier income is ${taxWords[from.tax]}, and the newer one is ${taxWords[to.tax]}.`
}

/** Today’s answers, as main gives them. */
interface Answers {
  readonly again: SavedAnswer | null
  readonly steps: readonly { readonly step: SinceStep; readonly answer: SavedAnswer | null }[]
}

interface Pair {
  readonly earlier: SavedAnswer
  readonly newer: SavedAnswer
}

/** The ends of a bridge, if the two incomes are of the same kind. */
export const endsOf = ({ earlier, newer }: Pair, rules: Rules): BridgeEnds | Missing => {
  const [before, after] = [standing(earlier, rules), standing(newer, rules)]
  const why = whyNot(before, 'earlier answer') || whyNot(after, 'newer answer')
  const [from, to] = [before?.incomes.average ?? null, after?.incomes.average ?? null]
  if (why !== '' || before === null || after === null || from === null || to === null)
    return { why }
  const unlike = whyUnlike(before, after)
  const difference = differenceOf(to, from, {
    id: `since/${newer.id}/${earlier.id}`,
    names: ['now', 'last time'],
    sentence: 'The income of now less the income of last time, a month.',
  })
  if (unlike !== '' || difference === null) return { why: unlike }
  return { from, to, difference, ages: [before.retirementAge, after.retirementAge] }
}

const sentences: Readonly<Record<SinceStep, string>> = {
  time: 'What it changes that the client is older now: the forecast less the same with the age of then.',
  balances: 'What the balances of now change: the forecast less the same with those of last time.',
  pay: 'What the pay of now changes: the forecast less the same with that of last time.',
  savings: 'What the savings of now change: the forecast less the same with those of last time.',
  limits: 'What the yearly limits of now change: the forecast less the same within those of then.',
}
const names: Readonly<Record<SinceStep, string>> = {
  time: 'with the age of then',
  balances: 'and the balances',
  pay: 'and the pay',
  savings: 'and the savings',
  limits: 'and the limits',
}

const modelRule =
  'Nothing of the client is left to put back, so the rest is what the service itself computes differently.'

/** The rest, of shown amounts: the last answer less the earlier one, and what the newer one changed since it was made. */
const restOf = (
  { from, to }: BridgeEnds,
  again: Figure | null,
  last: Figure,
  id: string,
): Figure | null =>
  figure({
    id: `${id}/model`,
    tax: to.tax,
    dollarsOf: to.dollarsOf || from.dollarsOf,
    steps: [
      fromFigure(last, 'today with all of then'),
      fromFigure(from, 'last time', '−'),
      ...(again === null
        ? []
        : [fromFigure(to, 'now'), fromFigure(again, 'asked again today', '−')]),
    ],
    sentence: 'What the service computes differently from last time, a month.',
    basis: to.basis,
    rule: modelRule,
  })

/** The bridge with its steps, or why there is none. `answers.steps` is in the order in which the requests were sent. */
export const bridgeOf = (pair: Pair, answers: Answers, rules: Rules): SinceBridge | Missing => {
  const ends = endsOf(pair, rules)
  if (isMissing(ends)) return ends
  const id = `since/${pair.newer.id}/${pair.earlier.id}`
  const incomeOf = (saved: SavedAnswer): { readonly income: Figure } | Missing => {
    const strategy = standing(saved, rules)
    const income = strategy?.incomes.average ?? null
    const why = whyNot(strategy, 'answer to one of the steps')
    return why !== '' || income === null ? { why } : { income }
  }
  const again = answers.again === null ? null : incomeOf(answers.again)
  if (again !== null && isMissing(again)) return again
  let last = again?.income ?? ends.to
  let name = 'now'
  const steps: BridgeStep[] = []
  for (const { step, answer } of answers.steps) {
    const asked = answer === null ? { income: last } : incomeOf(answer)
    if (isMissing(asked)) return asked
    const made = differenceOf(last, asked.income, {
      id: `${id}/${step}`,
      names: [name, names[step]],
      sentence: sentences[step],
    })
    if (made === null) return { why: 'The answers to the steps are not of one kind.' }
    steps.push({ key: step, figure: made })
    last = asked.income
    name = names[step]
  }
  const rest = restOf(ends, again?.income ?? null, last, id)
  return rest === null
    ? { why: 'The rest is not known.' }
    : { ...ends, steps: [...steps, { key: 'model', figure: rest }] }
}

/** A column of the chart, from 0 at the foot of the scale to 1 at its top. */
export interface BridgeColumn {
  readonly key: 'from' | BridgeKey | 'to'
  readonly figure: Figure
  readonly low: number
  readonly high: number
  /** Where the column ends, from which the next one starts. */
  readonly end: number
  readonly isFall: boolean
}

export interface BridgePicture {
  /** Without the steps of $0. */
  readonly columns: readonly BridgeColumn[]
  /** The amount below which the columns are cut; null if they start at zero. */
  readonly cut: Figure | null
}

/** A round amount below `least` that leaves a third of the scale to the lower parts of the columns; 0 if that is near. */
const cutBelow = (least: number, most: number): number => {
  const wanted = least - (most - least) * 0.6
  const size = 10 ** Math.floor(Math.log10(Math.max(10, most - least)))
  const cut = Math.floor(wanted / size) * size
  return cut < least / 3 ? 0 : cut
}

/** The columns of a bridge, with the changes between the two incomes. */
export const bridgePicture = ({ from, to, steps }: SinceBridge): BridgePicture => {
  const shown = steps.filter(({ figure: each }) => shownAmount(each) !== 0)
  let level = shownAmount(from)
  const spans = shown.map(({ key, figure: each }) => {
    const start = level
    level += shownAmount(each)
    return { key, figure: each, start, end: level }
  })
  const levels = [shownAmount(from), ...spans.map(({ end }) => end)]
  const [least, most] = [Math.min(...levels), Math.max(...levels)]
  const foot = cutBelow(least, most)
  const at = (amount: number) => (most === foot ? 1 : (amount - foot) / (most - foot))
  const whole = (key: 'from' | 'to', each: Figure): BridgeColumn => {
    const end = at(shownAmount(each))
    return { key, figure: each, low: 0, high: end, end, isFall: false }
  }
  const cut =
    foot === 0
      ? null
      : figure({
          id: `${from.id}/cut/${foot}`,
          steps: [{ sign: '+', text: String(foot), origin: { from: 'constant', what: 'scale' } }],
          sentence: 'The amount at which the picture’s scale starts.',
          basis: 'Dollars a month.',
        })
  return {
    columns: [
      whole('from', from),
      ...spans.map(({ key, figure: each, start, end }) => ({
        ...{ key, figure: each, end: at(end), isFall: end < start },
        ...{ low: at(Math.min(start, end)), high: at(Math.max(start, end)) },
      })),
      whole('to', to),
    ],
    cut,
  }
}
