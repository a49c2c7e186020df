import { identityKey } from '../identity-key.ts'
import type { Account, Contribution } from '../participant/profile.ts'
import { kindOf } from './answer-savings.ts'
import { figureWords } from './figures.ts'
import { mostOwnDollars, planKindOf } from './limits.ts'

/** A rate at which somebody saves into a plan themselves. */
export interface OwnRate {
  readonly planId: string
  /** As the service takes it. */
  readonly savingsType: string
  /** Percent of pay. */
  readonly percent: number
}

/**
 * Whether savings of the file are what a rate asks for: one's own, into the same plan, and of the same kind where the rate's type
 * says one. Savings into no plan in particular are into any.
 */
export const isAskedFor = (
  { kind, planId }: { readonly kind: Contribution['kind']; readonly planId: string },
  rate: Pick<OwnRate, 'planId' | 'savingsType'>,
): boolean => {
  const asked = kindOf({ type: rate.savingsType, isRoth: false })
  const isSamePlan = planId === '' || identityKey(planId) === identityKey(rate.planId)
  return kind !== 'employer' && isSamePlan && (asked === null || asked === kind)
}

/** Whose rates they are, as far as limits go by it. */
export interface Saver {
  readonly accounts: readonly Account[]
  /** Dollars a year. */
  readonly salary: number | null
  readonly age: number | null
}

/** What limits a savings rate, percent of pay; `null` where it is not known. What other rates take is off it. */
export interface RateLimits {
  readonly plan: number | null
  readonly law: number | null
  /** The legal limit of the plan, dollars a year, before anything is off it. */
  readonly lawDollars: number | null
}

/** Which limit of deferrals a plan counts against: 457(b) plans and accounts of one's own have theirs. */
const poolOf = (plan: Account): string => {
  const kind = planKindOf(plan)
  return kind === 'governmental' || kind === 'individual' ? kind : 'deferrals'
}

const isDeferral = ({ savingsType }: Pick<OwnRate, 'savingsType'>): boolean =>
  !/(post|after)-?tax/i.test(savingsType)

/**
 * The limits of `rate` while the `others` stand as they are: the plan's own CombLimit, and the law's for its kind of plan at
 * the saver's age. After-tax money is no deferral: the legal limit of deferrals says nothing of it.
 */
export const limitsOfRate = (
  rate: Pick<OwnRate, 'planId' | 'savingsType'>,
  others: readonly OwnRate[],
  { accounts, salary, age }: Saver,
): RateLimits => {
  const accountOf = (planId: string): Account | undefined =>
    accounts.find((account) => identityKey(account.planId) === identityKey(planId))
  const plan = accountOf(rate.planId)
  const sum = (some: readonly OwnRate[]): number =>
    some.reduce((all, { percent }) => all + percent, 0)
  const combined = plan?.combinedLimit ?? null
  const isKnown = plan !== undefined && salary !== null && salary > 0 && isDeferral(rate)
  const lawDollars = isKnown ? mostOwnDollars(plan, salary, age) : null
  const sharing = others.filter((each) => {
    const theirs = accountOf(each.planId)
    return (
      isDeferral(each) &&
      plan !== undefined &&
      theirs !== undefined &&
      poolOf(theirs) === poolOf(plan)
    )
  })
  return {
    plan:
      combined === null
        ? null
        : Math.max(0, combined - sum(others.filter((each) => accountOf(each.planId) === plan))),
    law:
      lawDollars === null || salary === null
        ? null
        : Math.max(0, (lawDollars / salary) * 100 - sum(sharing)),
    lawDollars,
  }
}

const ofPay = (percent: number): string => figureWords({ percent, dollars: null })

/** Rates this close are the same one, written with fewer digits. */
const nearly = 0.005

/** A sentence about a rate above its limits, the tighter one first; empty where it is within them. */
export const rateRemark = (percent: number, { plan, law, lawDollars }: RateLimits): string => {
  if (plan !== null && percent > plan + nearly && plan <= (law ?? plan))
    return `The plan takes at most ${ofPay(plan)} here; more may be cut.`
  return law !== null && lawDollars !== null && percent > law + nearly
    ? `${figureWords({ percent: null, dollars: lawDollars })} is the legal limit: ${ofPay(law)} here. More may be cut.`
    : ''
}
