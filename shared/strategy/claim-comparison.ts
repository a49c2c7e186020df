import { isAge } from '../age-at.ts'
import type { CaseInformationReading } from '../express/reading.ts'
import type { ReadAs } from '../express/read-as.ts'

/**
 * Compares the claim ages of Case information: what each pays, the total received by an age, and when waiting pays off.
 */

/** Social Security from one claim age on, as we read the answer. */
export interface ClaimBenefit {
  readonly age: number
  /** Dollars paid a year. */
  readonly amount: number
  /** PenaltyAmount, dollars a year; `null` if not sent. */
  readonly penalty: number | null
}

/**
 * The benefit of each claim age, ascending. `reading` is in dollars a year (`caseInYears`);
 * `penalty` says whether Amount is already net of PenaltyAmount. Entries without a possible age or
 * an amount are left out; if an age occurs twice, the first entry counts.
 */
export const claimBenefits = (
  { socialSecurity }: Pick<CaseInformationReading, 'socialSecurity'>,
  penalty: ReadAs['casePenalty'],
): readonly ClaimBenefit[] => {
  const byAge = new Map<number, ClaimBenefit>()
  for (const { age, amount, penaltyAmount } of socialSecurity) {
    if (age === null || !isAge(age) || amount === null || byAge.has(age)) continue
    const off = penalty === 'stillOn' ? (penaltyAmount ?? 0) : 0
    byAge.set(age, { age, amount: amount - off, penalty: penaltyAmount })
  }
  return [...byAge.values()].toSorted((a, b) => a.age - b.age)
}

type Paid = Pick<ClaimBenefit, 'age' | 'amount'>

/** Dollars received by the birthday of `age`, without interest; 0 before the claim. */
export const receivedBy = (benefit: Paid, age: number): number =>
  Math.max(0, age - benefit.age) * benefit.amount

/**
 * The age at which `receivedBy` is the same for both claims, in years with a fraction. `null` if the later claim never
 * catches up.
 */
export const breakEvenAge = (earlier: Paid, later: Paid): number | null =>
  later.age <= earlier.age || later.amount <= earlier.amount
    ? null
    : (later.amount * later.age - earlier.amount * earlier.age) / (later.amount - earlier.amount)

/** The claim that pays the most by `age`, the earliest if several pay the same; `null` if there is none. */
export const mostBy = (benefits: readonly ClaimBenefit[], age: number): ClaimBenefit | null =>
  benefits.reduce<ClaimBenefit | null>(
    (best, each) => (best === null || receivedBy(each, age) > receivedBy(best, age) ? each : best),
    null,
  )

/** An age with a fraction as whole years and months, rounded up to a full month. */
export const yearsAndMonths = (age: number) => {
  // Rounding errors in the division may make a full month slightly too high.
  const months = Math.ceil(age * 12 - 1e-6)
  return { years: Math.floor(months / 12), months: months % 12 }
}

/** Charts end here, or five years past life expectancy if that is later. */
const lastAge = 95
const latestAge = 120

/**
 * Dollars received by each age, in whole years from the first claim on. There is one column for
 * each claim, with `NaN` before the claim.
 */
export const claimCourses = (benefits: readonly ClaimBenefit[], lifeExpectancy: number | null) => {
  const first = Math.floor(benefits[0]?.age ?? lastAge)
  const last = Math.min(latestAge, Math.max(lastAge, first + 1, Math.ceil(lifeExpectancy ?? 0) + 5))
  const ages = Float64Array.from(
    { length: benefits.length === 0 ? 0 : Math.max(0, last - first + 1) },
    (_, index) => first + index,
  )
  return {
    ages,
    columns: benefits.map((benefit) => ({
      age: benefit.age,
      values: ages.map((age) => (age < benefit.age ? Number.NaN : receivedBy(benefit, age))),
    })),
  }
}
