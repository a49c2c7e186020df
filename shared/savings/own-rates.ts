import { identityKey } from '../identity-key.ts'
import type { Account, Contribution } from '../participant/profile.ts'
import { kindOf } from './answer-savings.ts'
import { figureWords } from './figures.ts'
import { limitsWords } from '../law/law-of.ts'
import { catchUpRules } from './catch-up.ts'
import { mostOwnDollars, planKindOf } from './limits.ts'
import type { SavingYear } from './saving-year.ts'

export interface OwnRate {
  readonly planId: string
  /** The service's word. */
  readonly savingsType: string
  /** Percent of pay. */
  readonly percent: number
}

/**
 * Whether savings of the file match a rate: own savings, into the same plan, and of the same kind if the rate's type
 * names one. Savings without a plan match any plan.
 */
export const isAskedFor = (
  { kind, planId }: { readonly kind: Contribution['kind']; readonly planId: string },
  rate: Pick<OwnRate, 'planId' | 'savingsType'>,
): boolean => {
  const asked = kindOf({ type: rate.savingsType, isRoth: false })
  const isSamePlan = planId === '' || identityKey(planId) === identityKey(rate.planId)
  return kind !== 'employer' && isSamePlan && (asked === null || asked === kind)
}

/** The saver's facts that limits depend on. */
export interface Saver {
  readonly accounts: readonly Account[]
  /** Dollars a year. */
  readonly salary: number | null
  readonly year: SavingYear
}

/**
 * The limit of deferrals that a plan counts against: 457(b) plans and individual accounts have their own, all others
 * share one.
 */
const poolOf = (plan: Account): string | null => {
  const kind = planKindOf(plan)
  return kind === 'governmental' || kind === 'individual' ? kind : null
}

const isDeferral = ({ savingsType }: Pick<OwnRate, 'savingsType'>): boolean =>
  !/(post|after)-?tax/i.test(savingsType)

const sumOf = (rates: readonly OwnRate[]): number =>
  rates.reduce((sum, { percent }) => sum + percent, 0)

const left = (percent: number, taken: readonly OwnRate[]): number =>
  Math.max(0, percent - sumOf(taken))

const isRoth = ({ savingsType }: Pick<OwnRate, 'savingsType'>): boolean =>
  kindOf({ type: savingsType, isRoth: false }) === 'roth'

/**
 * The limits of `rate` while the `others` stay, `null` if unknown: percent of pay left of the plan's own CombLimit, and of
 * the legal limit for its kind of plan in the saver's year, with that in dollars a year. After-tax money is no deferral,
 * so the legal limit of deferrals does not cover it. `rules` has the sentences of the law on a percent of pay.
 */
export const limitsOfRate = (
  rate: Pick<OwnRate, 'planId' | 'savingsType'>,
  others: readonly OwnRate[],
  { accounts, salary, year }: Saver,
) => {
  const accountOf = ({ planId }: Pick<OwnRate, 'planId'>): Account | undefined =>
    accounts.find((account) => identityKey(account.planId) === identityKey(planId))
  const plan = accountOf(rate)
  if (plan === undefined) return { plan: null, law: null }
  const beside = others.filter((each) => accountOf(each) === plan)
  const ofPlan = plan.combinedLimit === null ? null : left(plan.combinedLimit, beside)
  if (salary === null || salary <= 0 || !isDeferral(rate)) return { plan: ofPlan, law: null }
  const sharing = others.filter((each) => {
    const theirs = accountOf(each)
    return isDeferral(each) && theirs !== undefined && poolOf(theirs) === poolOf(plan)
  })
  const dollars = mostOwnDollars(plan, salary, year)
  const inDollars = (percent: number) => (percent / 100) * salary
  return {
    plan: ofPlan,
    law: {
      percent: left((dollars / salary) * 100, sharing),
      dollars,
      ofYear: year.law,
      rules: (percent: number): readonly string[] => {
        const all = inDollars(percent + sumOf(sharing))
        const roth = [...sharing, { ...rate, percent }].filter(isRoth)
        return catchUpRules(plan, { all, preTax: all - inDollars(sumOf(roth)) }, year)
      },
    },
  }
}

export type RateLimits = Readonly<ReturnType<typeof limitsOfRate>>

const ofPay = (percent: number): string => figureWords({ percent })

/** Rates this close are the same rate with fewer digits. */
const nearly = 0.005

/** A sentence about a rate above its limits, the tighter one first; empty if within them. */
export const rateRemark = (
  percent: number,
  {
    plan,
    law,
  }: {
    readonly plan: number | null
    readonly law: Omit<NonNullable<RateLimits['law']>, 'rules'> | null
  },
): string => {
  if (plan !== null && percent > plan + nearly && plan <= (law?.percent ?? plan))
    return `The plan takes at most ${ofPay(plan)} here; more may be cut.`
  return law !== null && percent > law.percent + nearly
    ? `${figureWords({ dollars: law.dollars })} is the legal limit (${limitsWords(law.ofYear)}): ${ofPay(law.percent)} here. More may be cut.`
    : ''
}
