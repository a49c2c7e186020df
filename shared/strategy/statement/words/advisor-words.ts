import type { Figure } from '../../../figures/figure.ts'
import type { Gap, Goal } from '../goal.ts'
import type { Market } from '../incomes.ts'
import { isInPhases, type Phase } from '../years/phases.ts'
import { isTraining } from '../side.ts'
import {
  americanWriter,
  bare,
  enumerated,
  isSameAmount,
  paragraph,
  said,
  separated,
  signOf,
  written,
  type Said,
} from '../said.ts'
import {
  differenceIn,
  phaseDifferencesIn,
  roleNames,
  strategyIn,
  type Statement,
  type StrategyStatement,
} from '../statement.ts'

/**
 * Sentences about a statement. Screens, reports and lists take them from here, so that they all say
 * the same.
 */

/** Markets as a heading, such as `Average markets`. */
export const marketLabels: Readonly<Record<Market, string>> = {
  poor: 'Poor markets',
  average: 'Average markets',
  good: 'Good markets',
}

export const ifMarkets: Readonly<Record<Market, string>> = {
  poor: 'if markets are poor',
  average: 'if markets are average',
  good: 'if markets are good',
}

export const inMarkets: Readonly<Record<Market, string>> = {
  poor: 'in poor markets',
  average: 'in average markets',
  good: 'in good markets',
}

/** Words such as `$1,354 short`, `$54 over`, `reaches the goal`. */
export const gapWords = ({ kind, figure }: Gap): Said =>
  kind === 'even' ? ['reaches the goal'] : said`${figure} ${kind}`

/** Words for a headline, such as `$1,354 a month short`. */
const gapAMonth = ({ kind, figure }: Gap): Said =>
  kind === 'even'
    ? ['Reaches the goal']
    : kind === 'short'
      ? said`${figure} a month short`
      : said`Reaches the goal, ${figure} a month over`

/**
 * A phase's income, such as `at least $3,000` if it is the lowest among its years, or `$3,179 before tax` where the
 * answer has no tax for it.
 */
export const phaseIncome = ({ income, least }: Phase): Said =>
  said`${least && 'at least '}${income}${income.tax === 'before' && ' before tax'}`

/** Words such as `until 70` and `from 70`; empty for a single phase. */
export const phaseWords = ({ from, until }: Phase, isFirst: boolean): string =>
  until === 'claim'
    ? 'until Social Security starts'
    : until !== null
      ? isFirst
        ? `until ${until}`
        : `from ${from} until ${until}`
      : isFirst
        ? ''
        : `from ${from}`

/** A phase's gap in a table, such as `up to $566 short`; empty without a goal. */
export const phaseGapWords = ({ gap, least }: Phase): Said =>
  gap === null
    ? []
    : said`${least && gap.kind === 'short' && 'up to '}${least && gap.kind === 'over' && 'at least '}${gapWords(gap)}`

/** A phase's gap in a series of phases, such as `$566 short from 70`. */
const phaseGap = (phase: Phase, isFirst: boolean): Said => {
  const when = phaseWords(phase, isFirst)
  if (phase.gap === null) return said`${phaseIncome(phase)} a month ${when}`
  const { kind, figure } = phase.gap
  if (kind === 'short')
    return said`${phase.least ? 'up to ' : ''}${figure} ${isFirst ? 'a month ' : ''}short ${when}`
  return kind === 'even'
    ? said`enough ${when}`
    : said`${phase.least ? 'at least ' : ''}${figure} ${isFirst ? 'a month ' : ''}over ${when}`
}

/** Joins parts: `a`, or `b, then c`. */
const then = (parts: readonly Said[]): Said =>
  parts.flatMap((part, index) => (index === 0 ? part : [', then ', ...part]))

/** The headline: a strategy's gap in a market, phase by phase; without a goal, its income. */
export const headline = (strategy: StrategyStatement, market: Market): Said => {
  const phases = strategy.phases(market)
  if (isInPhases(phases))
    return said`${then(phases.map((phase, index) => phaseGap(phase, index === 0)))}, ${ifMarkets[market]}`
  const [gap, income] = [strategy.gaps[market], strategy.incomes[market]]
  if (gap !== null) return said`${gapAMonth(gap)} ${ifMarkets[market]}`
  return income === null
    ? [`${roleNames[strategy.role]}: the answer has no income ${inMarkets[market]}`]
    : said`${income} a month ${ifMarkets[market]}`
}

/** What is known about an income's basis: before or after taxes, and which year's dollars. */
const basis = ({ side }: StrategyStatement): string =>
  isTraining(side)
    ? 'Monthly, after federal tax, in today’s dollars.'
    : 'Monthly, as the service sends it; it does not say whether taxes are taken off or which year’s dollars these are.'

/** Words such as `$1,815 until 70, then at least $3,000 from 70`. */
export const paysWords = (phases: readonly Phase[]): Said =>
  then(phases.map((phase, index) => said`${phaseIncome(phase)} ${phaseWords(phase, index === 0)}`))

/** Says whose income it is, its share of the goal, and its basis. */
export const standing = (strategy: StrategyStatement, market: Market): Said => {
  const { role, goal } = strategy
  const income = strategy.incomes[market]
  if (income === null) return []
  const phases = strategy.phases(market)
  const name = roleNames[role]
  const pays: Said = isInPhases(phases)
    ? said`${name} pays ${paysWords(phases)}${goal && said`; the goal is ${goal.figure}`}.`
    : goal === null
      ? said`${name} pays ${income}.`
      : said`${name} pays ${income} of the ${goal.figure} goal${strategy.ofGoal[market] && said` (${strategy.ofGoal[market]})`}.`
  const replaces = strategy.ofPay[market]
  return paragraph(
    pays,
    replaces !== null && !isInPhases(phases) ? said`That is ${replaces} of pay.` : [],
    [basis(strategy)],
  )
}

const change = (difference: Figure, period = ' a month'): Said =>
  signOf(difference) === 0
    ? ['changes nothing']
    : signOf(difference) > 0
      ? said`adds ${bare(difference)}${period}`
      : said`takes away ${bare(difference)}${period}`

/** The difference in poor markets if it has another direction than in average markets; otherwise `null`. */
export const poorApart = ({
  average,
  poor,
}: Pick<StrategyStatement['differences'], 'average' | 'poor'>): Figure | null =>
  average !== null && poor !== null && signOf(poor) !== signOf(average) ? poor : null

/** A market in a sentence that has named another one, such as `in poor ones`. */
const inOnes = (market: Market): string => `in ${market} ones`

const allMarkets = ['poor', 'average', 'good'] as const

/** The differences from Today in a market, one for each phase. */
const differencesFromToday = (strategy: StrategyStatement, market: Market) =>
  isInPhases(strategy.phases(market))
    ? strategy.phaseDifferences(market)
    : [strategy.differences[market]]

/** The directions of {@link differencesFromToday}; empty if one is unknown. */
const directionsIn = (strategy: StrategyStatement, market: Market): string => {
  const differences = differencesFromToday(strategy, market)
  return differences.some((each) => each === null)
    ? ''
    : differences.map((each) => each && signOf(each)).join()
}

/** The other markets in which a strategy changes income in another direction than in `market`. */
export const marketsApart = (strategy: StrategyStatement, market: Market): readonly Market[] => {
  const directions = directionsIn(strategy, market)
  return allMarkets.filter((other) => {
    const theirs = directionsIn(strategy, other)
    return other !== market && theirs !== '' && theirs !== directions
  })
}

/**
 * What a strategy changes in a market, compared with Today. Names each other market where the change has another
 * direction, and describes phases one by one. Empty for Today, and if nothing is known.
 */
export const changeSentence = (strategy: StrategyStatement, market: Market): Said => {
  const name = roleNames[strategy.role]
  if (strategy.differences[market] === null) return []
  const others = marketsApart(strategy, market)
  const isPhased = (each: Market) => isInPhases(strategy.phases(each))
  const inPhases = (each: Market): Said => {
    const changes = phasesMore(strategy.phases(each), strategy.phaseDifferences(each))
    const where = others.length > 0 && `, ${inMarkets[each]}`
    return changes.length === 0 ? [] : said`Compared with Today, ${name} pays ${changes}${where}.`
  }
  const markets = [market, ...others]
  const parts = markets
    .filter((each) => !isPhased(each))
    .flatMap((each, index): Said[] => {
      const difference = strategy.differences[each]
      if (difference === null) return []
      return [
        index === 0
          ? said`${change(difference)} ${inMarkets[each]}`
          : said`${change(difference, '')} ${inOnes(each)}`,
      ]
    })
  const whole = parts.length === 0 ? [] : said`${name} ${enumerated(parts)}.`
  const phased = markets.filter(isPhased).map(inPhases)
  return isPhased(market) ? paragraph(...phased, whole) : paragraph(whole, ...phased)
}

/** Words such as `$37 a month less`; `least` if the difference is the lowest of several years. */
const moreOrLess = (difference: Figure, least = false): Said => {
  const sign = signOf(difference)
  if (sign === 0) return [least ? 'at least the same' : 'the same']
  const bound = !least ? '' : sign < 0 ? 'up to ' : 'at least '
  return said`${bound}${bare(difference)} a month ${sign < 0 ? 'less' : 'more'}`
}

/** Words such as `$576 a month less until 70, $609 a month more from 70`; empty if no difference is known. */
const phasesMore = (phases: readonly Phase[], differences: readonly (Figure | null)[]): Said =>
  separated(
    phases.map((phase, index) => {
      const difference = differences[index] ?? null
      return difference === null
        ? []
        : said`${moreOrLess(difference, phase.least)} ${phaseWords(phase, index === 0)}`
    }),
    ', ',
  )

/** How much more `one` pays than `other` in a market; empty if that is not known. */
const moreIn = (one: StrategyStatement, other: StrategyStatement, market: Market): Said => {
  const phases = one.phases(market)
  if (isInPhases(phases)) return phasesMore(phases, phaseDifferencesIn(one, other, market))
  const difference = isInPhases(other.phases(market)) ? null : differenceIn(one, other, market)
  return difference === null ? [] : moreOrLess(difference)
}

/**
 * The recommendation compared with the plan, in `market` and poor ones, or in poor and average ones; if only the plan
 * has phases, the plan compared with the recommendation. Empty if neither is known.
 */
const besidePlan = (
  recommended: StrategyStatement,
  plan: StrategyStatement,
  market: Market,
): Said => {
  const second = market === 'poor' ? 'average' : 'poor'
  const hasPhases = (strategy: StrategyStatement) => isInPhases(strategy.phases(market))
  const [one, other] =
    hasPhases(plan) && !hasPhases(recommended) ? [plan, recommended] : [recommended, plan]
  const more = moreIn(one, other, market)
  const moreInSecond = moreIn(one, other, second)
  if (more.length + moreInSecond.length === 0) return []
  const comma = hasPhases(one) && ','
  const isEqual = written(more, americanWriter) === written(moreInSecond, americanWriter)
  const both = separated(
    [
      more.length === 0 ? [] : said`${more}${comma} ${inMarkets[market]}`,
      moreInSecond.length === 0
        ? []
        : said`${moreInSecond}${comma} ${more.length === 0 ? inMarkets[second] : inOnes(second)}`,
    ],
    hasPhases(one) ? '; ' : ' and ',
  )
  return said`Compared with ${roleNames[other.role]}, ${roleNames[one.role]} pays ${
    isEqual ? said`${more}${comma} in ${market} and ${second} markets` : both
  }.`
}

/**
 * What the recommendation changes in a market compared with Today. It includes the client's changes, so it is also compared with
 * the plan.
 */
export const recommendationSentence = (statement: Statement, market: Market): Said => {
  const recommended = strategyIn(statement, 'recommended')
  const plan = strategyIn(statement, 'plan')
  const sentence = recommended === null ? [] : changeSentence(recommended, market)
  if (recommended === null || plan === null) return sentence
  const beside = besidePlan(recommended, plan, market)
  if (sentence.length === 0) return beside
  const unknown = [`How it compares with ${roleNames.plan} is not in the answer.`]
  return paragraph(
    sentence,
    ['That includes what you changed.'],
    beside.length === 0 ? unknown : beside,
  )
}

/** Where the goal comes from, such as `Goal: 70% of pay`. */
export const goalSource = ({ source, ofPay, figure }: Goal): Said =>
  source === 'typed'
    ? said`Goal: entered${ofPay && said`, ${ofPay} of pay`}`
    : source === 'service'
      ? said`Goal: set by the service${ofPay && said`, ${ofPay} of pay`}`
      : ofPay === null
        ? said`Goal: ${figure}`
        : said`Goal: ${ofPay} of pay`

/** A clause about strategies whose goal differs from the one on screen; empty if there are none. */
export const goalsApart = ({ strategies, goal }: Statement): Said =>
  strategies.flatMap(({ role, goal: own }) =>
    goal === null || own === null || isSameAmount(own.figure, goal.figure)
      ? []
      : said`; ${roleNames[role]}: ${own.figure}`,
  )

/**
 * The verdict on a strategy, as words to follow its name, such as `enough even in poor markets`;
 * empty if nothing is known.
 */
export const verdictWords = ({
  gaps: { poor, average },
}: {
  readonly gaps: Pick<StrategyStatement['gaps'], 'poor' | 'average'>
}): Said => {
  if (average === null) return []
  if (average.kind === 'short') return said`${average.figure} short ${inMarkets.average}`
  if (poor === null) return ['enough in average markets']
  return poor.kind === 'short'
    ? said`enough in average markets, ${poor.figure} short in poor ones`
    : ['enough even in poor markets']
}

/** Plain sentences about things that the answer does not contain but a client may look for. */
export const notInAnswer =
  'Not in these figures: a spouse’s or survivor’s income, the chance of success, state tax and the order of withdrawals; the service does not return them.'
