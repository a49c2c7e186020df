import { identityKey } from '../identity-key.ts'
import type { Account, Contribution } from '../participant/profile.ts'
import { kindOf } from './answer-savings.ts'
import {
  countsAsDeferral,
  needsRothCatchUp,
  planKindOf,
  roomOfYear,
  takesContributions,
} from './limits.ts'
import type { SavingYear } from './saving-year.ts'
import { accountFinder, promisedBy, rateOf, type ContributionRate } from './year-of-savings.ts'

export interface OwnRate {
  readonly planId: string
  /** The service's word for the type. */
  readonly savingsType: string
  /** Percent of pay. */
  readonly percent: number
}

const kindOfRate = ({ savingsType }: Pick<OwnRate, 'savingsType'>): Contribution['kind'] | null =>
  kindOf({ type: savingsType, isRoth: false })

/**
 * True if savings in the file match a rate: they are the participant's own, go into the same plan,
 * and have the same kind if the rate's type names a kind. Savings without a plan match any plan.
 */
export const isAskedFor = (
  { kind, planId }: { readonly kind: Contribution['kind']; readonly planId: string },
  rate: Pick<OwnRate, 'planId' | 'savingsType'>,
): boolean => {
  const asked = kindOfRate(rate)
  const isSamePlan = planId === '' || identityKey(planId) === identityKey(rate.planId)
  return kind !== 'employer' && isSamePlan && (asked === null || asked === kind)
}

/** The facts about a saver that the limits depend on. */
export interface Saver {
  readonly accounts: readonly Account[]
  /** The file's contributions, of which only the employer's are used here. */
  readonly contributions: readonly Contribution[]
  /** Dollars a year. */
  readonly salary: number | null
  readonly year: SavingYear
}

const isIndividual = (planType: string): boolean => planKindOf({ planType }) === 'individual'

/** The employer's contributions in the file, by account. */
const employersOf = ({ accounts, contributions }: Saver): readonly ContributionRate[] => {
  const find = accountFinder(
    contributions,
    accounts.map((account) => ({ ...account, takesContributions: takesContributions(account) })),
  )
  return contributions.flatMap((each) =>
    each.kind === 'employer' ? (rateOf(each, find(each.planId)) ?? []) : [],
  )
}

/** For each plan, the index of its first account. */
const indexesOf = (accounts: readonly Account[]): ReadonlyMap<string, number> =>
  new Map(accounts.map(({ planId }, index) => [identityKey(planId), index] as const).toReversed())

/**
 * The catch-up limit that a plan's deferrals count against. 457(b) plans and individual accounts
 * have their own, and all other plans share one.
 */
const catchUpGroup = (plan: Pick<Account, 'planType'>): string | null => {
  const kind = planKindOf(plan)
  return kind === 'governmental' || kind === 'individual' ? kind : null
}

const sumOf = (rates: readonly OwnRate[]): number =>
  rates.reduce((sum, { percent }) => sum + percent, 0)

const isAfterTax = (rate: Pick<OwnRate, 'savingsType'>): boolean => kindOfRate(rate) === 'posttax'
const isRoth = (rate: Pick<OwnRate, 'savingsType'>): boolean => kindOfRate(rate) === 'roth'

type Asked = Pick<OwnRate, 'planId' | 'savingsType'>

/** The participant's deferrals into plans that share one limit, in dollars a year. */
export interface DeferralsOfYear {
  readonly plan: Pick<Account, 'planType'>
  readonly all: number
  readonly preTax: number
  readonly year: SavingYear
}

/**
 * How high `rate` can go while the `others` stay the same; `null` if unknown. The result has the
 * percent of pay left under the plan's own CombLimit. It also has the percent left under the
 * tightest legal limit in {@link roomOfYear}, with that limit's name and dollars a year, and what the `others` use of it. The
 * employer's money counts as the file promises it at the highest savings. A savings type that names
 * an IRA falls under the IRA limit, regardless of the plan's type. `deferrals` converts a percent
 * of pay to dollars, together with the rates that share its catch-up.
 */
export const limitsOfRate = (rate: Asked, others: readonly OwnRate[], saver: Saver) => {
  const { accounts, salary, year } = saver
  const indexes = indexesOf(accounts)
  const indexOf = ({ planId }: Pick<OwnRate, 'planId'>): number =>
    indexes.get(identityKey(planId)) ?? -1
  const plan = accounts[indexOf(rate)]
  if (plan === undefined) return { plan: null, law: null }
  const beside = others.filter((each) => accounts[indexOf(each)] === plan)
  const ofPlan =
    plan.combinedLimit === null ? null : Math.max(0, plan.combinedLimit - sumOf(beside))
  if (salary === null || salary <= 0) return { plan: ofPlan, law: null }
  const inDollars = (percent: number) => (percent / 100) * salary
  const plans = [...accounts, { planType: 'IRA' }].map(({ planType }) => ({
    planType,
    combinedLimit: null,
  }))
  /** The index in `plans` whose limits apply to a rate. */
  const placeOf = (each: Asked): number =>
    isIndividual(each.savingsType) && indexOf(each) >= 0 ? accounts.length : indexOf(each)
  const binding = () => {
    const room = roomOfYear(plans, salary, year)
    const pools = room.limitsOf(placeOf(rate), isAfterTax(rate))
    const most = () => pools.reduce((least, pool) => (pool.left < least.left ? pool : least))
    const deferred = plans.map(() => 0)
    const uses = others.map((each) => {
      const place = placeOf(each)
      const before = pools.map(({ left }) => left)
      const paid = room.own(place, isAfterTax(each), inDollars(each.percent))
      if (place >= 0) deferred[place] = (deferred[place] ?? 0) + paid
      const used = new Map(pools.map((pool, index) => [pool, (before[index] ?? 0) - pool.left]))
      return { planId: each.planId, savingsType: each.savingsType, used }
    })
    const place = placeOf(rate)
    deferred[place] = (deferred[place] ?? 0) + most().left
    const countedPay = Math.min(salary, year.law.figures.compensation.value)
    for (const each of employersOf(saver))
      room.employer(each.account, promisedBy(each, deferred[each.account] ?? 0, countedPay))
    const tightest = most()
    return {
      ...tightest,
      usedBy: uses.flatMap(({ used, ...those }) => {
        const dollars = used.get(tightest) ?? 0
        return dollars > 0 ? [{ ...those, dollars }] : []
      }),
    }
  }
  const kindAt = (each: Asked) => plans[placeOf(each)]
  const isSharing = (each: Asked): boolean => {
    const [theirs, own] = [kindAt(each), kindAt(rate)]
    return (
      theirs !== undefined &&
      own !== undefined &&
      countsAsDeferral(planKindOf(theirs), isAfterTax(each)) &&
      catchUpGroup(theirs) === catchUpGroup(own)
    )
  }
  const { left, most, of, usedBy } = binding()
  const kind = kindAt(rate)
  const hasRothRule =
    kind !== undefined && ['qualified', 'taxSheltered', 'governmental'].includes(planKindOf(kind))
  const isRothAbove = hasRothRule && kindOfRate(rate) === 'pretax' && needsRothCatchUp(year)
  return {
    plan: ofPlan,
    law: {
      percent: (Math.max(0, left) / salary) * 100,
      dollars: most,
      of,
      usedBy,
      ofYear: year.law,
      /** True if only Roth goes in above the limit without catch-up, and the rate is not Roth itself. */
      endsInRoth: isRothAbove,
      deferrals: (percent: number): DeferralsOfYear => {
        const sharing = [...others, { ...rate, percent }].filter(isSharing)
        const all = inDollars(sumOf(sharing))
        return {
          plan: kindAt(rate) ?? plan,
          all,
          preTax: all - inDollars(sumOf(sharing.filter(isRoth))),
          year,
        }
      },
    },
  }
}

export type RateLimits = Readonly<ReturnType<typeof limitsOfRate>>
