import type { Figure, Said } from '../figures/figure.ts'
import { givenFigure } from '../figures/given.ts'
import { said, separated } from '../figures/said.ts'
import { identityKey } from '../identity-key.ts'
import { inFileWords } from '../participant/amount-periods.ts'
import {
  matchDollars,
  matchOf,
  matchWords,
  wholeMatchAt,
  type Match,
} from '../participant/match.ts'
import type { Contribution, ParticipantProfile } from '../participant/profile.ts'
import { together, unknown, type Saving } from './figures.ts'
import { takesContributions } from './limits.ts'
import type { SavingYear } from './saving-year.ts'
import { accountFinder, rateOf, yearOfSavings } from './year-of-savings.ts'

type UnlimitedRow = Omit<FileSavingsRow, 'counted'>

/** One contribution in the file, before the yearly limits. */
export interface FileSavingsRow extends Saving {
  readonly kind: Contribution['kind']
  /** Empty if the file names no plan. */
  readonly planId: string
  /** For the employer only; null for money paid regardless of own savings. */
  readonly match: Match | null
  /** The rule in words, if the figure alone does not show it; otherwise empty. */
  readonly rule: Said
  /**
   * The full match, and the percent of pay to save to get it; null if the participant already gets
   * it, or if there is no match.
   */
  readonly whole: (Saving & { readonly at: number }) | null
  /**
   * If the `limited` sums are known, the part within the limits, without the part that must become
   * Roth; otherwise the whole saving.
   */
  readonly counted: Saving
  /** Statements in the file that contradict the figure; empty if there are none. */
  readonly contradiction: Said
}

const isRate = (rate: number | null): rate is number => rate !== null && rate >= 0 && rate <= 100
const inDollars = (percent: number | null, pay: number | null): number | null =>
  percent === null || pay === null ? null : (percent / 100) * pay
const ofPay = (dollars: number | null, pay: number | null): number | null =>
  dollars === null || pay === null || pay <= 0 ? null : (dollars / pay) * 100

/**
 * The saving that a contribution asks for. A rate takes precedence over an amount, because the
 * amount is only what the rate gave at some earlier time.
 */
const asked = ({ rate, amount }: Contribution, salary: number | null): Saving => {
  if (isRate(rate)) return { percent: rate, dollars: inDollars(rate, salary) }
  const dollars = amount !== null && amount >= 0 ? amount : null
  return { percent: ofPay(dollars, salary), dollars }
}

const differs = (a: number | null, b: number | null, by: number): boolean =>
  a !== null && b !== null && Math.abs(a - b) > by

const amountWords = (aYear: number, { period, planId, kind }: Contribution): Said => {
  const what = `The amount of the ${kind} contribution${planId === '' ? '' : ` into ${planId}`}`
  const perYear = givenFigure(aYear, {
    id: `file/${what}/${aYear}`,
    origin: { from: 'file', what },
    sentence: `${what}, which the file has beside its rate.`,
    basis: 'Dollars a year.',
  })
  return separated([inFileWords({ aYear, period }, what), said`${perYear} a year`], ', ')
}

const countedPay = ({ law: { year, figures } }: SavingYear): Figure => {
  const { value, source } = figures.compensation
  return givenFigure(value, {
    id: `law/${year}/compensation`,
    origin: { from: 'law', what: `Pay that counts in ${year}`, source },
    sentence: `The most pay that an employer’s contribution counts in ${year}.`,
    basis: 'Dollars a year.',
  })
}

/** The rate of the employer's contribution in the file, percent of pay. */
const flatRate = (rate: number): Figure =>
  givenFigure(rate, {
    id: `file/employer/rate/${rate}`,
    unit: 'percent',
    digits: 2,
    origin: { from: 'file', what: 'Employer’s contribution' },
    sentence: 'The employer’s contribution by the file, whatever the participant saves.',
    basis: 'Percent of pay before tax.',
  })

const ownRow = (rule: Contribution, salary: number | null): UnlimitedRow => {
  const { kind, planId, amount } = rule
  const figure = asked(rule, salary)
  const contradiction = differs(amount, figure.dollars, 1)
    ? said`The file also says ${amountWords(amount ?? 0, rule)}; the rate counts.`
    : []
  return { kind, planId, match: null, rule: [], whole: null, contradiction, ...figure }
}

/**
 * The employer's money that is paid regardless of the participant's savings; pay above the legal
 * limit adds nothing.
 */
const flatRow = (rule: Contribution, salary: number | null, year: SavingYear): UnlimitedRow => {
  const { law } = year
  const row = ownRow(rule, salary)
  const { value: most } = law.figures.compensation
  if (!isRate(rule.rate) || salary === null || salary <= most) return row
  const dollars = (rule.rate / 100) * most
  const words = said`${flatRate(rule.rate)} of the first ${countedPay(year)} of pay, all that counts in ${law.year}`
  return { ...row, percent: ofPay(dollars, salary), dollars, rule: words, contradiction: [] }
}

/**
 * The employer's match in percent of pay, if the participant saves `saved` percent of pay. Ignores
 * a maximum in dollars.
 */
const percentOfPay = (match: Match, saved: number): number | null =>
  matchDollars({ ...match, mostDollars: null }, saved, 100)

const wholeOf = (
  match: Match,
  own: Saving,
  brought: number | null,
  salary: number | null,
  { law }: SavingYear,
): FileSavingsRow['whole'] => {
  const counted = salary === null ? 0 : Math.min(salary, law.figures.compensation.value)
  const at = wholeMatchAt(match, counted)
  if (at === null || own.percent === null || own.percent >= at - 0.005) return null
  const dollars = salary === null ? null : matchDollars(match, (counted * at) / 100, counted)
  const percent = ofPay(dollars, salary) ?? percentOfPay(match, at)
  return differs(percent, brought, 0.005) ? { at, percent, dollars } : null
}

const matchRow = (
  rule: Contribution,
  match: Match,
  own: Saving,
  salary: number | null,
  year: SavingYear,
): UnlimitedRow => {
  const counted = salary === null ? null : Math.min(salary, year.law.figures.compensation.value)
  const dollars =
    counted === null || own.dollars === null ? null : matchDollars(match, own.dollars, counted)
  // Without a salary the rule still gives a percent of pay, unless it has a maximum in dollars.
  const percent =
    ofPay(dollars, salary) ??
    (own.percent === null || match.mostDollars !== null ? null : percentOfPay(match, own.percent))
  const isOther = match.mostPercent === null && differs(rule.rate, percentOfPay(match, 100), 0.005)
  return {
    ...ownRow(rule, salary),
    match,
    rule: matchWords(match),
    whole: wholeOf(match, own, percent, salary, year),
    contradiction: isOther
      ? [`The file also says ${rule.rate ?? 0}% of pay; the match counts.`]
      : [],
    percent,
    dollars,
  }
}

/**
 * The participant's savings that a match counts, which are those into the match's plan. Unknown if
 * the file does not connect them.
 */
const matchedBy = (rule: Contribution, own: readonly UnlimitedRow[]): Saving => {
  const plans = new Set(own.map(({ planId }) => identityKey(planId)).filter(Boolean))
  const key = identityKey(rule.planId)
  const isUntied = key === '' || own.some(({ planId }) => planId === '')
  const isOnePlan = plans.size === 0 || (plans.size === 1 && (key === '' || plans.has(key)))
  if (own.length === 0 || (isUntied && !isOnePlan)) return unknown
  const theirs = isUntied ? own : own.filter(({ planId }) => identityKey(planId) === key)
  return theirs.length === 0 ? { percent: 0, dollars: 0 } : together(theirs)
}

/**
 * Returns the part of each contribution that is within the limits, and the sums of these parts. A
 * part is null if its contribution is not understood or belongs to no account. The result is null
 * if pay or age is unknown.
 */
const limitedOf = (
  { salary, contributions, accounts: plans }: ParticipantProfile,
  year: SavingYear,
) => {
  if (salary === null || salary <= 0 || year.age === null) return null
  const accounts = plans.map((account) => ({
    ...account,
    takesContributions: takesContributions(account),
  }))
  const find = accountFinder(contributions, accounts)
  const rules = contributions.map((rule) => rateOf(rule, find(rule.planId)))
  const rates = rules.flatMap((rate) => (rate === null || rate.account < 0 ? [] : [rate]))
  const saved = yearOfSavings(rates, accounts, salary, year)
  const figure = (dollars: number): Saving => ({ percent: (dollars / salary) * 100, dollars })
  const counted = rules.map((rate) => {
    const index = rate === null ? -1 : rates.indexOf(rate)
    return index < 0 ? null : figure((saved.amounts[index] ?? 0) - (saved.madeRoth[index] ?? 0))
  })
  let [own, theirs] = [0, 0]
  for (const [index, amount] of saved.amounts.entries())
    if (rates[index]?.kind === 'employer') theirs += amount
    else own += amount
  return {
    counted,
    sums: {
      you: figure(own),
      employer: figure(theirs),
      total: figure(own + theirs),
      outside: figure(saved.overflow),
    },
  }
}

/**
 * Today's savings from the file: the participant's, the employer's and their total, with each
 * contribution. A missing value is unknown, never 0. A match is computed for the participant's own
 * rate, saved evenly over the year. If the age is unknown, no limit applies.
 */
export const fileSavings = (profile: ParticipantProfile, year: SavingYear) => {
  const { salary, contributions } = profile
  const own = contributions
    .filter(({ kind }) => kind !== 'employer')
    .map((rule) => ownRow(rule, salary))
  const rows = contributions.map((rule) => {
    if (rule.kind !== 'employer') return ownRow(rule, salary)
    const match = matchOf(rule)
    return match === null
      ? flatRow(rule, salary, year)
      : matchRow(rule, match, matchedBy(rule, own), salary, year)
  })
  const you = together(own)
  const employer = together(rows.filter(({ kind }) => kind === 'employer'))
  const limit = limitedOf(profile, year)
  const isCut =
    limit !== null &&
    (differs(you.dollars, limit.sums.you.dollars, 0.5) ||
      differs(employer.dollars, limit.sums.employer.dollars, 0.5))
  return {
    rows: rows.map((row, index): FileSavingsRow => ({
      ...row,
      counted: (isCut && limit.counted[index]) || row,
    })),
    you,
    employer,
    /** Both together; unknown if either is unknown. */
    total: together([you, employer]),
    /**
     * The sums within the year's limits, if the limits cut anything off; otherwise null. `outside`
     * is the excess.
     */
    limited: isCut ? limit.sums : null,
  }
}
export type FileSavings = Readonly<ReturnType<typeof fileSavings>>
