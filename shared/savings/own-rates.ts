import { identityKey } from '../identity-key.ts'
import type { Account, Contribution } from '../participant/profile.ts'
import { kindOf } from './answer-savings.ts'
import { figureWords } from './figures.ts'
import { limitsWords } from '../law/law-of.ts'
import { catchUpRules } from './catch-up.ts'
import { countsAsDeferral, planKindOf, roomOfYear } from './limits.ts'
import type { SavingYear } from './saving-year.ts'

export interface OwnRate {
  readonly planId: string
  /** The service's word. */
  readonly savingsType: string
  /** Percent of pay. */
  readonly percent: number
}

const kindOfRate = ({ savingsType }: Pick<OwnRate, 'savingsType'>): Contribution['kind'] | null =>
  kindOf({ type: savingsType, isRoth: false })

/**
 * Whether savings of the file match a rate: own savings, into the same plan, and of the same kind if the rate's type
 * names one. Savings without a plan match any plan.
 */
export const isAskedFor = (
  { kind, planId }: { readonly kind: Contribution['kind']; readonly planId: string },
  rate: Pick<OwnRate, 'planId' | 'savingsType'>,
): boolean => {
  const asked = kindOfRate(rate)
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
 * The limit whose catch-up a plan's deferrals count against: 457(b) plans and individual accounts have their own, all
 * others share one.
 */
const poolOf = (plan: Account): string | null => {
  const kind = planKindOf(plan)
  return kind === 'governmental' || kind === 'individual' ? kind : null
}

const sumOf = (rates: readonly OwnRate[]): number =>
  rates.reduce((sum, { percent }) => sum + percent, 0)

const isAfterTax = (rate: Pick<OwnRate, 'savingsType'>): boolean => kindOfRate(rate) === 'posttax'
const isRoth = (rate: Pick<OwnRate, 'savingsType'>): boolean => kindOfRate(rate) === 'roth'

/**
 * The limits of `rate` while the `others` stay, `null` if unknown: percent of pay left of the plan's own CombLimit, and of
 * the legal limits of {@link roomOfYear}, with the dollars a year that they leave if nothing else goes in. `rules` has the
 * sentences of the law on a percent of pay.
 */
export const limitsOfRate = (
  rate: Pick<OwnRate, 'planId' | 'savingsType'>,
  others: readonly OwnRate[],
  { accounts, salary, year }: Saver,
) => {
  const indexOf = ({ planId }: Pick<OwnRate, 'planId'>): number =>
    accounts.findIndex((account) => identityKey(account.planId) === identityKey(planId))
  const plan = accounts[indexOf(rate)]
  if (plan === undefined) return { plan: null, law: null }
  const beside = others.filter((each) => accounts[indexOf(each)] === plan)
  const ofPlan =
    plan.combinedLimit === null ? null : Math.max(0, plan.combinedLimit - sumOf(beside))
  if (salary === null || salary <= 0) return { plan: ofPlan, law: null }
  const inDollars = (percent: number) => (percent / 100) * salary
  const dollarsBeside = (rates: readonly OwnRate[]): number => {
    const plans = accounts.map(({ planType }) => ({ planType, combinedLimit: null }))
    const room = roomOfYear(plans, salary, year)
    for (const each of rates) room.own(indexOf(each), isAfterTax(each), inDollars(each.percent))
    return room.own(indexOf(rate), isAfterTax(rate), Number.MAX_VALUE)
  }
  const isSharing = (each: Pick<OwnRate, 'planId' | 'savingsType'>): boolean => {
    const theirs = accounts[indexOf(each)]
    return (
      theirs !== undefined &&
      countsAsDeferral(planKindOf(theirs), isAfterTax(each)) &&
      poolOf(theirs) === poolOf(plan)
    )
  }
  return {
    plan: ofPlan,
    law: {
      percent: (dollarsBeside(others) / salary) * 100,
      dollars: dollarsBeside([]),
      ofYear: year.law,
      rules: (percent: number): readonly string[] => {
        const sharing = [...others, { ...rate, percent }].filter(isSharing)
        const all = inDollars(sumOf(sharing))
        return catchUpRules(
          plan,
          { all, preTax: all - inDollars(sumOf(sharing.filter(isRoth))) },
          year,
        )
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
