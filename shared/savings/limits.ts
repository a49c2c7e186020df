import type { Account } from '../participant/profile.ts'
import type { SavingYear } from './saving-year.ts'

/** The fields of a plan that its limits depend on. */
export interface LimitedPlan extends Pick<Account, 'planId' | 'planType' | 'combinedLimit'> {
  readonly takesContributions: boolean
}

/** Kinds of plans, by the limits that apply to their contributions. */
type PlanKind =
  'qualified' | 'taxSheltered' | 'governmental' | 'simple' | 'simplified' | 'individual'

/**
 * Words in plan types. They count as whole words, also when joined with IRA on either side, but not
 * inside an employer's name.
 */
const words = {
  simple: /(?<![a-z])(simple(ira)?|irasimple)(?![a-z])/i,
  simplified: /(?<![a-z])((sar)?sep(ira)?|ira(sar)?sep|simplified)(?![a-z])/i,
  individual:
    /(?<![a-z])(individual retirement|(roth|trad|traditional|rollover|inherited)?iras?|ira(roth|trad|traditional|rollover|inherited))(?![a-z])/i,
}

/**
 * A plan's kind, from the words in its type; without such words, the kind for 401(k), 401(a) and
 * profit sharing.
 */
export const planKindOf = ({ planType }: Pick<LimitedPlan, 'planType'>): PlanKind => {
  if (words.simple.test(planType)) return 'simple'
  if (/457/.test(planType)) return 'governmental'
  if (/403/.test(planType)) return 'taxSheltered'
  if (words.simplified.test(planType)) return 'simplified'
  return words.individual.test(planType) ? 'individual' : 'qualified'
}

/**
 * True if contributions still go in: always into an individual account, never into a plan that the
 * person has left.
 */
export const takesContributions = ({
  planType,
  status,
}: Pick<Account, 'planType' | 'status'>): boolean =>
  planKindOf({ planType }) === 'individual' || !/term|retire|closed|inactive/i.test(status)

/**
 * True if the participant's money counts as a deferral. After-tax money counts only in individual
 * accounts, 457(b) and SIMPLE plans, where one limit covers all of the participant's money.
 */
export const countsAsDeferral = (kind: PlanKind, isAfterTax: boolean): boolean =>
  !isAfterTax || ['individual', 'governmental', 'simple'].includes(kind)

/**
 * Ages from which catch-up contributions are allowed, and between which their limit is higher. The
 * age reached by December 31 counts (26 U.S.C. 414(v)).
 */
const catchUpFrom = 50
const higherCatchUp = { from: 60, to: 63 }

export const isCatchUpAge = ({ age }: Pick<SavingYear, 'age'>): boolean =>
  age !== null && age >= catchUpFrom

export const isHigherCatchUpAge = ({ age }: Pick<SavingYear, 'age'>): boolean =>
  age !== null && age >= higherCatchUp.from && age <= higherCatchUp.to

/** The catch-up limit. The higher limit is used unless the plans are known not to offer it. */
const catchUpOf = (year: SavingYear, usual: number, from60To63: number): number => {
  if (!isCatchUpAge(year)) return 0
  return isHigherCatchUpAge(year) && year.higherCatchUp !== 'no' ? from60To63 : usual
}

/**
 * True if catch-up contributions must be Roth, that is, from age 50 if wages exceed the limit
 * (SECURE 2.0, section 603).
 */
export const needsRothCatchUp = (year: SavingYear): boolean => {
  const { value: most } = year.law.figures.rothCatchUpWages
  return isCatchUpAge(year) && most !== null && (year.wagesBefore ?? 0) > most
}

/**
 * The most catch-up into a 401(k), 403(b) or 457(b), in dollars; 0 if it must be Roth and the plans
 * do not accept Roth.
 */
export const planCatchUp = (year: SavingYear): number => {
  const { catchUp, catchUpFrom60To63 } = year.law.figures
  return needsRothCatchUp(year) && year.rothCatchUp === 'no'
    ? 0
    : catchUpOf(year, catchUp.value, catchUpFrom60To63.value)
}

/** The room that is left under a legal limit. */
interface Pool {
  /** Dollars that may still be contributed. */
  left: number
  /** The whole limit in dollars, before any contribution. */
  readonly most: number
  /** Names the limit, in words that follow "the legal limit". */
  readonly of: string
}

const poolOf = (most: number, of: string): Pool => ({ left: most, most, of })

const taken = (wanted: number, pools: readonly Pool[]): number => {
  const paid = Math.max(0, Math.min(wanted, ...pools.map(({ left }) => left)))
  for (const pool of pools) pool.left -= paid
  return paid
}

/** The limits on additions to a plan: one for deferrals, and one for all other money. */
interface Additions {
  readonly deferrals: readonly Pool[]
  readonly others: readonly Pool[]
}

const unlimited: Additions = { deferrals: [], others: [] }

/**
 * A limit of `most` dollars, and above it room for catch-up that only deferrals may use (26 U.S.C.
 * 414(v)).
 */
const additionsWithin = (most: number, catchUp: number, of: string): Additions => {
  const all = poolOf(most + catchUp, of)
  return { deferrals: [all], others: [all, poolOf(most, of)] }
}

const withEmployers = ' for own and the employer’s money together'

/**
 * The room that the law leaves in one year, dollars. Deferrals to 401(k), 403(b) and SIMPLE plans
 * share one limit (26 U.S.C. 402(g)) with its catch-up (414(v)); SIMPLE plans also have a lower one
 * (408(p)). A governmental 457(b) has its own limit, which includes the employer's money (457(b),
 * (e)(15)); individual accounts also have their own (219(b)). All additions to an employer's 401
 * plans count together, and those to each 403(b) or SEP count alone (415(c)). Apart from catch-up,
 * neither these additions, nor those to a 457(b), nor all of the participant's own money may exceed
 * the pay (415(c)(1)(B), 457(b)(2), 219(b)(1)(B)). Each contribution lowers every limit that it
 * counts against.
 */
export const roomOfYear = (
  accounts: readonly Pick<LimitedPlan, 'planType' | 'combinedLimit'>[],
  salary: number,
  year: SavingYear,
) => {
  const { figures } = year.law
  const catchUp = planCatchUp(year)
  const simpleCatchUp = catchUpOf(
    year,
    figures.simpleCatchUp.value,
    figures.simpleCatchUpFrom60To63.value,
  )
  const usual = figures.electiveDeferral.value
  const countedPay = Math.min(salary, figures.compensation.value)
  const deferrals = poolOf(usual + catchUp, ' for deferrals')
  const simple = poolOf(figures.simple.value + simpleCatchUp, ' for SIMPLE plans')
  const individual = poolOf(
    figures.individualAccount.value +
      (isCatchUpAge(year) ? figures.individualAccountCatchUp.value : 0),
    ' for IRAs',
  )
  const pay = poolOf(salary, ', all of the pay')
  const mostAdditions = Math.min(figures.annualAdditions.value, salary)
  const qualified = additionsWithin(mostAdditions, catchUp, withEmployers)
  const governmental = additionsWithin(Math.min(usual, salary), catchUp, ' for 457(b) plans')
  const preTax = poolOf(usual, '')
  const governmentalPreTax = poolOf(usual, '')
  const kinds = accounts.map(planKindOf)
  const combined = accounts.map(({ combinedLimit }): readonly Pool[] =>
    combinedLimit === null ? [] : [poolOf((salary * combinedLimit) / 100, ' of the plan')],
  )
  const additions = kinds.map((kind): Additions => {
    if (kind === 'qualified') return qualified
    if (kind === 'governmental') return governmental
    if (kind === 'taxSheltered') return additionsWithin(mostAdditions, catchUp, withEmployers)
    return kind === 'simplified'
      ? additionsWithin(Math.min(mostAdditions, countedPay / 4), 0, withEmployers)
      : unlimited
  })
  const deferralPools: Readonly<Record<PlanKind, readonly Pool[]>> = {
    qualified: [deferrals],
    taxSheltered: [deferrals],
    governmental: [],
    simple: [deferrals, simple],
    simplified: [deferrals],
    individual: [individual],
  }
  /** The limits that the participant's money into the account counts against. */
  const ownPools = (account: number, isAfterTax: boolean): readonly Pool[] => {
    const kind = kinds[account]
    if (kind === undefined) return []
    const isDeferral = countsAsDeferral(kind, isAfterTax)
    return [
      ...(isDeferral ? deferralPools[kind] : []),
      ...(additions[account] ?? unlimited)[isDeferral ? 'deferrals' : 'others'],
      ...(combined[account] ?? []),
    ]
  }
  return {
    /**
     * Returns how many of the `wanted` dollars the employee may still contribute to the account,
     * and lowers the limits by that amount.
     */
    own: (account: number, isAfterTax: boolean, wanted: number): number =>
      kinds[account] === undefined ? 0 : taken(wanted, [pay, ...ownPools(account, isAfterTax)]),
    /** All limits that the participant's money into the account counts against. */
    limitsOf: (
      account: number,
      isAfterTax: boolean,
    ): readonly [Readonly<Pool>, ...Readonly<Pool>[]] => [pay, ...ownPools(account, isAfterTax)],
    /**
     * Returns how many of the `wanted` dollars the employer may still contribute to the account,
     * and lowers the limits by that amount.
     */
    employer: (account: number, wanted: number): number =>
      taken(wanted, (additions[account] ?? unlimited).others),
    /**
     * Returns how many of the `paid` pre-tax dollars must by law become Roth, because they are
     * catch-up contributions by a person with high pay.
     */
    madeRoth: (account: number, paid: number): number => {
      const kind = kinds[account] ?? 'qualified'
      const isExempt = ['simple', 'simplified', 'individual'].includes(kind)
      if (isExempt || !needsRothCatchUp(year)) return 0
      const pool = kind === 'governmental' ? governmentalPreTax : preTax
      return paid - taken(paid, [pool])
    },
  }
}
