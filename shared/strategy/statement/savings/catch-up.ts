import {
  isCatchUpAge,
  isHigherCatchUpAge,
  needsRothCatchUp,
  planCatchUp,
  planKindOf,
} from '../../../savings/limits.ts'
import type { DeferralsOfYear } from '../../../savings/own-rates.ts'
import type { SavingYear } from '../../../savings/saving-year.ts'
import { figure, step } from '../make.ts'
import { said, type Said } from '../said.ts'
import { lawDollars, usualWithCatchUp } from './limits.ts'

/** Sentences about catch-up rules that affect a person's savings. */

/**
 * Up to this many dollars above a limit may come from rounding a percent of pay, so they do not
 * count as catch-up.
 */
const nearly = 1

const payHere = (wages: number) =>
  figure({
    id: `wages/${wages}`,
    per: 'year',
    steps: [step('+', wages, { from: 'file', what: 'Pay by the file or as entered' })],
    sentence: 'The pay that stands in for FICA wages until somebody says them.',
    basis: 'Dollars a year.',
  })

/** The condition of the Roth rule, at the start of a sentence. FICA wages are not in any file. */
const condition = ({ law, wagesBefore, areWagesSaid }: SavingYear): Said => {
  const wages = `FICA wages of ${law.usedFor - 1} from this employer`
  const threshold = lawDollars(law, 'rothCatchUpWages')
  return areWagesSaid
    ? said`With ${wages} above ${threshold}`
    : said`If ${wages} were above ${threshold} (the pay here is ${wagesBefore === null ? 'not known' : payHere(wagesBefore)})`
}

const rothRule = ({ all, preTax, year }: DeferralsOfYear): Said => {
  const { electiveDeferral, rothCatchUpWages } = year.law.figures
  const isAsked = year.areWagesSaid ? needsRothCatchUp(year) : isCatchUpAge(year)
  if (rothCatchUpWages.value === null || !isAsked) return []
  const most = electiveDeferral.value
  const [when, usual] = [condition(year), lawDollars(year.law, 'electiveDeferral')]
  if (year.rothCatchUp === 'no')
    return all > most + nearly
      ? said`${when}, at most ${usual} goes in: these plans take no Roth catch-up.`
      : []
  if (preTax <= most + nearly) return []
  const goesIn = said`${when}, savings above ${usual} go in as Roth`
  return year.rothCatchUp === 'yes'
    ? said`${goesIn}.`
    : said`${goesIn}; a plan without Roth takes none of them.`
}

const higherRule = ({ all, year }: DeferralsOfYear): Said => {
  const { electiveDeferral, catchUp } = year.law.figures
  const isAsked = isHigherCatchUpAge(year) && year.higherCatchUp === 'unknown'
  return isAsked && planCatchUp(year) > 0 && all > electiveDeferral.value + catchUp.value + nearly
    ? said`Above ${usualWithCatchUp(year.law)} the plan must offer the higher catch-up of ages 60 to 63.`
    : []
}

/**
 * Sentences about the catch-up rules that apply to a year's deferrals into a plan. These are the
 * Roth requirement for high wages (SECURE 2.0, section 603) and the higher limit for ages 60 to 63.
 * There are none if the deferrals stay within the usual limit, and none for SIMPLE plans, SEPs and
 * individual accounts, which have no such rules.
 */
export const catchUpRules = (deferrals: DeferralsOfYear): readonly Said[] =>
  ['simple', 'simplified', 'individual'].includes(planKindOf(deferrals.plan))
    ? []
    : [rothRule(deferrals), higherRule(deferrals)].filter((sentence) => sentence.length > 0)
