import type { Account } from '../participant/profile.ts'
import type { SavingYear } from './saving-year.ts'

/** The fields of a plan that limits depend on. */
export interface LimitedPlan extends Pick<Account, 'planId' | 'planType' | 'combinedLimit'> {
  readonly takesContributions: boolean
}

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

/** Ages by 31 December from which catch-up contributions are allowed, and with a higher limit (26 U.S.C. 414(v)). */
const catchUpFrom = 50
const higherCatchUp = { from: 60, to: 63 }

export const isCatchUpAge = ({ age }: Pick<SavingYear, 'age'>): boolean =>
  age !== null && age >= catchUpFrom

export const isHigherCatchUpAge = ({ age }: Pick<SavingYear, 'age'>): boolean =>
  age !== null && age >= higherCatchUp.from && age <= higherCatchUp.to

/** The higher limit counts unless the plans are known not to offer it. */
const catchUpOf = (year: SavingYear, usual: number, from60To63: number): number => {
  if (!isCatchUpAge(year)) return 0
  return isHigherCatchUpAge(year) && year.higherCatchUp !== 'no' ? from60To63 : usual
}

/** Whether catch-up contributions must be Roth: from 50 on, with more wages than the limit (SECURE 2.0, section 603). */
export const needsRothCatchUp = (year: SavingYear): boolean => {
  const { value: most } = year.law.figures.rothCatchUpWages
  return isCatchUpAge(year) && most !== null && (year.wagesBefore ?? 0) > most
}

/** Catch-up into a 401(k), 403(b) or 457(b), dollars: none if it must be Roth and the plans take no Roth. */
export const planCatchUp = (year: SavingYear): number => {
  const { catchUp, catchUpFrom60To63 } = year.law.figures
  return needsRothCatchUp(year) && year.rothCatchUp === 'no'
    ? 0
    : catchUpOf(year, catchUp.value, catchUpFrom60To63.value)
}

interface Pool {
  left: number
}

const taken = (wanted: number, pools: readonly Pool[]): number => {
  const paid = Math.max(0, Math.min(wanted, ...pools.map(({ left }) => left)))
  for (const pool of pools) pool.left -= paid
  return paid
}

/**
 * The room of one year by its law, dollars. Deferrals to 401(k), 403(b) and SIMPLE plans share one limit (26 U.S.C.
 * 402(g)) with its catch-up (414(v)); SIMPLE plans also have a lower one (408(p)). A governmental 457(b) has its own,
 * which counts the employer's money too (457(b), (e)(15)); so do individual accounts (219(b)). All additions to an
 * employer's 401 plans count together, those to each 403(b) or SEP alone (415(c)). Each contribution lowers every limit
 * it counts against.
 */
export const roomOfYear = (accounts: readonly LimitedPlan[], salary: number, year: SavingYear) => {
  const { figures } = year.law
  const catchUp = planCatchUp(year)
  const simpleCatchUp = catchUpOf(
    year,
    figures.simpleCatchUp.value,
    figures.simpleCatchUpFrom60To63.value,
  )
  const usual = figures.electiveDeferral.value
  const countedPay = Math.min(salary, figures.compensation.value)
  const deferrals: Pool = { left: usual + catchUp }
  const governmental: Pool = { left: usual + catchUp }
  const simple: Pool = { left: figures.simple.value + simpleCatchUp }
  const individual: Pool = {
    left:
      figures.individualAccount.value +
      (isCatchUpAge(year) ? figures.individualAccountCatchUp.value : 0),
  }
  const mostAdditions = figures.annualAdditions.value
  const qualifiedAdditions: Pool = { left: mostAdditions + catchUp }
  const preTax: Pool = { left: usual }
  const governmentalPreTax: Pool = { left: usual }
  const kinds = accounts.map(planKindOf)
  const combined = accounts.map(({ combinedLimit }): readonly Pool[] =>
    combinedLimit === null ? [] : [{ left: (salary * combinedLimit) / 100 }],
  )
  const additions = kinds.map((kind): readonly Pool[] => {
    if (kind === 'qualified') return [qualifiedAdditions]
    if (kind === 'taxSheltered') return [{ left: mostAdditions + catchUp }]
    return kind === 'simplified' ? [{ left: Math.min(mostAdditions, countedPay / 4) }] : []
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
      if (isExempt || !needsRothCatchUp(year)) return 0
      const pool = kind === 'governmental' ? governmentalPreTax : preTax
      return paid - taken(paid, [pool])
    },
  }
}

/** The most that somebody may put into one plan in a year, dollars, catch-up included, as if it were the only plan. */
export const mostOwnDollars = (
  plan: Pick<LimitedPlan, 'planId' | 'planType'>,
  salary: number,
  year: SavingYear,
): number =>
  roomOfYear([{ ...plan, combinedLimit: null, takesContributions: true }], salary, year).own(
    0,
    true,
    Number.MAX_VALUE,
  )
