import { figureWords } from './figures.ts'
import {
  isCatchUpAge,
  isHigherCatchUpAge,
  needsRothCatchUp,
  planCatchUp,
  planKindOf,
  type LimitedPlan,
} from './limits.ts'
import type { SavingYear } from './saving-year.ts'

/** Rules of catch-up contributions as sentences, where savings count on them. */

const inDollars = (dollars: number): string => figureWords({ dollars }).replace(/ a year$/, '')

/** Cents from rounding a percent of pay are no catch-up. */
const nearly = 1

/** The condition of the Roth rule, as it starts a sentence. FICA wages are in no file. */
const condition = ({ law, wagesBefore, areWagesSaid }: SavingYear, threshold: number): string => {
  const wages = `FICA wages of ${law.usedFor - 1} from this employer`
  return areWagesSaid
    ? `With ${wages} above ${inDollars(threshold)}`
    : `If ${wages} were above ${inDollars(threshold)} (the pay here is ${wagesBefore === null ? 'not known' : inDollars(wagesBefore)})`
}

const rothRule = ({ all, preTax }: OwnDollars, year: SavingYear): string => {
  const { electiveDeferral, rothCatchUpWages } = year.law.figures
  const { value: threshold } = rothCatchUpWages
  const isAsked = year.areWagesSaid ? needsRothCatchUp(year) : isCatchUpAge(year)
  if (threshold === null || !isAsked) return ''
  const usual = electiveDeferral.value
  const when = condition(year, threshold)
  if (year.rothCatchUp === 'no')
    return all > usual + nearly
      ? `${when}, at most ${inDollars(usual)} goes in: these plans take no Roth catch-up.`
      : ''
  if (preTax <= usual + nearly) return ''
  const goesIn = `${when}, savings above ${inDollars(usual)} go in as Roth`
  return year.rothCatchUp === 'yes'
    ? `${goesIn}.`
    : `${goesIn}; a plan without Roth takes none of them.`
}

const higherRule = ({ all }: OwnDollars, year: SavingYear): string => {
  const { electiveDeferral, catchUp } = year.law.figures
  const usual = electiveDeferral.value + catchUp.value
  const isAsked = isHigherCatchUpAge(year) && year.higherCatchUp === 'unknown'
  return isAsked && planCatchUp(year) > 0 && all > usual + nearly
    ? `Above ${inDollars(usual)} the plan must offer the higher catch-up of ages 60 to 63.`
    : ''
}

/** Own deferrals that share one limit, dollars a year. */
interface OwnDollars {
  readonly all: number
  readonly preTax: number
}

/**
 * Sentences on the rules of catch-up contributions that deferrals into a plan meet in a year: Roth above the wages of
 * SECURE 2.0, section 603, and the higher limit of ages 60 to 63. None if they stay within the usual limit, and none for
 * SIMPLE plans, SEPs and individual accounts, which have no such rule.
 */
export const catchUpRules = (
  plan: Pick<LimitedPlan, 'planType'>,
  own: OwnDollars,
  year: SavingYear,
): readonly string[] =>
  ['simple', 'simplified', 'individual'].includes(planKindOf(plan))
    ? []
    : [rothRule(own, year), higherRule(own, year)].filter((sentence) => sentence !== '')
