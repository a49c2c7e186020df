import type { Account } from '../participant/profile.ts'

/** The fields of a plan that limits depend on. */
export interface LimitedPlan extends Pick<Account, 'planId' | 'planType' | 'combinedLimit'> {
  readonly takesContributions: boolean
}

/** Contribution limits of 2026 (IRS Notice 2025-67), dollars a year. */
export const limits = {
  electiveDeferral: 24_500,
  catchUp: 8_000,
  catchUpFrom60To63: 11_250,
  /** Pay above which catch-up contributions must be Roth. */
  rothCatchUpPay: 150_000,
  simple: 17_000,
  simpleCatchUp: 4_000,
  simpleCatchUpFrom60To63: 5_250,
  annualAdditions: 72_000,
  compensation: 360_000,
  individualAccount: 7_500,
  individualAccountCatchUp: 1_100,
} as const
export const limitsYear = 2026

/** Whether money still goes in: always into an individual account, never into a plan that was left. */
export const takesContributions = ({
  planType,
  status,
}: Pick<Account, 'planType' | 'status'>): boolean =>
  /ira/i.test(planType) || !/term|retire|closed|inactive/i.test(status)

/** Limits that a plan's contributions fall under. */
type PlanKind =
  'qualified' | 'taxSheltered' | 'governmental' | 'simple' | 'simplified' | 'individual'

/** The kind of a plan by the words of its type; 401(k), 401(a) and profit sharing unless they say otherwise. */
export const planKindOf = ({ planType }: Pick<LimitedPlan, 'planType'>): PlanKind => {
  if (/simple/i.test(planType)) return 'simple'
  if (/457/.test(planType)) return 'governmental'
  if (/403/.test(planType)) return 'taxSheltered'
  if (/\bsep\b|sarsep/i.test(planType)) return 'simplified'
  return /ira/i.test(planType) ? 'individual' : 'qualified'
}

const catchUpAt = (age: number, usual: number, from60To63: number): number =>
  age >= 60 && age <= 63 ? from60To63 : age >= 50 ? usual : 0

/** Whether catch-up contributions must be Roth: from 50 on, with more pay than the limit (SECURE 2.0, section 603). */
const needsRothCatchUp = (salary: number, age: number): boolean =>
  age >= 50 && salary > limits.rothCatchUpPay

interface Pool {
  left: number
}

const taken = (wanted: number, pools: readonly Pool[]): number => {
  const paid = Math.max(0, Math.min(wanted, ...pools.map(({ left }) => left)))
  for (const pool of pools) pool.left -= paid
  return paid
}

/**
 * The room of one year by the limits of 2026 (IRS Notice 2025-67), dollars of today. Deferrals to 401(k), 403(b) and
 * SIMPLE plans share one limit (26 U.S.C. 402(g)) with its catch-up (414(v)); SIMPLE plans also have a lower one
 * (408(p)). A governmental 457(b) has its own, which counts the employer's money too (457(b), (e)(15)); so do
 * individual accounts (219(b)). All additions to an employer's 401 plans count together, those to each 403(b) or SEP
 * alone (415(c)). Each contribution lowers every limit it counts against.
 */
export const roomOfYear = (accounts: readonly LimitedPlan[], salary: number, age: number) => {
  const catchUp = catchUpAt(age, limits.catchUp, limits.catchUpFrom60To63)
  const simpleCatchUp = catchUpAt(age, limits.simpleCatchUp, limits.simpleCatchUpFrom60To63)
  const countedPay = Math.min(salary, limits.compensation)
  const deferrals: Pool = { left: limits.electiveDeferral + catchUp }
  const governmental: Pool = { left: limits.electiveDeferral + catchUp }
  const simple: Pool = { left: limits.simple + simpleCatchUp }
  const individual: Pool = {
    left: limits.individualAccount + (age >= 50 ? limits.individualAccountCatchUp : 0),
  }
  const qualifiedAdditions: Pool = { left: limits.annualAdditions + catchUp }
  const preTax: Pool = { left: limits.electiveDeferral }
  const governmentalPreTax: Pool = { left: limits.electiveDeferral }
  const kinds = accounts.map(planKindOf)
  const combined = accounts.map(({ combinedLimit }): readonly Pool[] =>
    combinedLimit === null ? [] : [{ left: (salary * combinedLimit) / 100 }],
  )
  const additions = kinds.map((kind): readonly Pool[] => {
    if (kind === 'qualified') return [qualifiedAdditions]
    if (kind === 'taxSheltered') return [{ left: limits.annualAdditions + catchUp }]
    return kind === 'simplified' ? [{ left: Math.min(limits.annualAdditions, countedPay / 4) }] : []
  })
  const deferralPools: Readonly<Record<PlanKind, readonly Pool[]>> = {
    qualified: [deferrals],
    taxSheltered: [deferrals],
    governmental: [governmental],
    simple: [deferrals, simple],
    simplified: [deferrals],
    individual: [individual],
  }
  return {
    /** The part of `wanted` dollars that an employee may still put into the account. */
    own: (account: number, isDeferral: boolean, wanted: number): number => {
      const kind = kinds[account] ?? 'qualified'
      const isLimited = isDeferral || ['individual', 'governmental', 'simple'].includes(kind)
      return taken(wanted, [
        ...(isLimited ? deferralPools[kind] : []),
        ...(additions[account] ?? []),
        ...(combined[account] ?? []),
      ])
    },
    /** The same for the employer's dollars. */
    employer: (account: number, wanted: number): number =>
      taken(wanted, [
        ...(kinds[account] === 'governmental' ? [governmental] : []),
        ...(additions[account] ?? []),
      ]),
    /** The part of `paid` pre-tax dollars that the law makes Roth, as catch-up contributions of high pay. */
    madeRoth: (account: number, paid: number): number => {
      const kind = kinds[account] ?? 'qualified'
      const isExempt = ['simple', 'simplified', 'individual'].includes(kind)
      if (isExempt || !needsRothCatchUp(salary, age)) return 0
      const pool = kind === 'governmental' ? governmentalPreTax : preTax
      return paid - taken(paid, [pool])
    },
  }
}

/**
 * The most that somebody may put into one plan a year by law, dollars, catch-up included, as if it were the only plan.
 * An unknown `age` counts as under 50.
 */
export const mostOwnDollars = (
  plan: Pick<LimitedPlan, 'planId' | 'planType'>,
  salary: number,
  age: number | null,
): number =>
  roomOfYear([{ ...plan, combinedLimit: null, takesContributions: true }], salary, age ?? 0).own(
    0,
    true,
    Number.MAX_VALUE,
  )
