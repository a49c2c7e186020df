import type { Market } from '../incomes.ts'
import type { Phase } from '../years/phases.ts'
import { said, type Said } from '../said.ts'
import { roleNames, type StrategyStatement } from '../statement.ts'
import {
  gapWords,
  marketLabels,
  paysWords,
  phaseGapWords,
  phaseIncome,
  phaseWords,
} from './advisor-words.ts'

/** Short words for a statement, for cards and panels next to the headline. */

/** A market's name inside a sentence, such as `average markets`. */
export const marketName = (market: Market): string => marketLabels[market].toLowerCase()

/** A sentence such as `Plan is $951 a month short.`; for a plan in phases, it says that there is no single gap. */
export const gapSentence = (strategy: StrategyStatement, market: Market): Said => {
  const [gap, name] = [strategy.gaps[market], roleNames[strategy.role]]
  const phases = strategy.phases(market)
  if (phases.length > 1) return said`${name} pays ${paysWords(phases)}: not one gap to close.`
  if (gap === null)
    return [`The income in ${marketName(market)} or the goal is not known: nothing to close.`]
  if (gap.kind === 'even') return [`${name} reaches the goal.`]
  const [phase] = phases
  const time = phase && phaseWords(phase, true)
  const when = time && ` ${time}`
  return gap.kind === 'short'
    ? said`${name} is ${gap.figure} a month short${when}.`
    : said`${name} reaches the goal, ${gap.figure} a month over${when}.`
}

/** Words such as `$1,815, then at least $3,000`. */
const phaseIncomes = (phases: readonly Phase[]): Said =>
  phases.flatMap((phase, index) => said`${index > 0 && ', then '}${phaseIncome(phase)}`)

/** A strategy's income, phase by phase if it has phases; empty if it is unknown. */
export const incomeSaid = (strategy: StrategyStatement, market: Market): Said => {
  const phases = strategy.phases(market)
  return phases.length > 1 ? phaseIncomes(phases) : said`${strategy.incomes[market]}`
}

/**
 * A strategy's gap, such as `$951 short`, or by phases `$1,930 short, then $566 short`; empty if it
 * is unknown.
 */
export const gapSaid = (strategy: StrategyStatement, market: Market): Said => {
  const phases = strategy.phases(market)
  const gap = strategy.gaps[market]
  if (phases.length < 2) return gap === null ? [] : gapWords(gap)
  return phases.flatMap((phase, index) =>
    phase.gap === null ? [] : said`${index > 0 && ', then '}${phaseGapWords(phase)}`,
  )
}
