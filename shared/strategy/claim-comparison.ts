import type { CaseInformationReading } from '../express/reading.ts'
import type { ReadAs } from '../express/read-as.ts'

/** Claim ages of Case information side by side: what each pays, what has come in by an age, and from when waiting pays. */

/** What Social Security pays from one claim age on, as our reading of the answer has it. */
export interface ClaimBenefit {
  readonly age: number
  /** Dollars a year that are paid. */
  readonly amount: number
  /** PenaltyAmount, dollars a year; `null` where it was not sent. */
  readonly penalty: number | null
}

/**
 * What each claim age pays, ascending. `reading` is in dollars a year (`caseInYears`); `penalty` says whether PenaltyAmount
 * is off Amount already. Entries without an age or an amount are left out; of two with the same age the first counts.
 */
export const claimBenefits = (
  { socialSecurity }: Pick<CaseInformationReading, 'socialSecurity'>,
  penalty: ReadAs['casePenalty'],
): readonly ClaimBenefit[] => {
  const byAge = new Map<number, ClaimBenefit>()
  for (const { age, amount, penaltyAmount } of socialSecurity) {
    if (age === null || amount === null || byAge.has(age)) continue
    const off = penalty === 'stillOn' ? (penaltyAmount ?? 0) : 0
    byAge.set(age, { age, amount: amount - off, penalty: penaltyAmount })
  }
  return [...byAge.values()].toSorted((a, b) => a.age - b.age)
}

/** Dollars that have come in by the birthday of `age`, without interest; 0 before the claim. */
export const receivedBy = (benefit: Pick<ClaimBenefit, 'age' | 'amount'>, age: number): number =>
  Math.max(0, age - benefit.age) * benefit.amount

/**
 * The age from which the later claim has brought more, in years with a fraction: where `receivedBy` of both is the same.
 * `null` where the later one never catches up.
 */
export const breakEvenAge = (
  earlier: Pick<ClaimBenefit, 'age' | 'amount'>,
  later: Pick<ClaimBenefit, 'age' | 'amount'>,
): number | null =>
  later.age <= earlier.age || later.amount <= earlier.amount
    ? null
    : (later.amount * later.age - earlier.amount * earlier.age) / (later.amount - earlier.amount)

/** The claim that brings the most by `age`; of equal ones the earliest. `null` of none. */
export const mostBy = (benefits: readonly ClaimBenefit[], age: number): ClaimBenefit | null =>
  benefits.reduce<ClaimBenefit | null>(
    (best, each) => (best === null || receivedBy(each, age) > receivedBy(best, age) ? each : best),
    null,
  )

/** One claim age against the earliest. */
export interface ComparedClaim extends ClaimBenefit {
  /** From which age on it has brought more than the earliest; `null` for the earliest, and where it never does. */
  readonly breakEven: number | null
  /** Dollars by life expectancy; `null` where that is not known. */
  readonly byExpectancy: number | null
  /** It brings the most by life expectancy. */
  readonly isMost: boolean
}

export const comparedClaims = (
  benefits: readonly ClaimBenefit[],
  lifeExpectancy: number | null,
): readonly ComparedClaim[] => {
  const [earliest] = benefits
  const most = lifeExpectancy === null ? null : mostBy(benefits, lifeExpectancy)
  return benefits.map((benefit) => ({
    ...benefit,
    breakEven: earliest === undefined ? null : breakEvenAge(earliest, benefit),
    byExpectancy: lifeExpectancy === null ? null : receivedBy(benefit, lifeExpectancy),
    isMost: most !== null && most.age === benefit.age && receivedBy(most, lifeExpectancy ?? 0) > 0,
  }))
}

/** An age with a fraction in whole years and months, to the next full month. */
export const yearsAndMonths = (
  age: number,
): { readonly years: number; readonly months: number } => {
  // A hair above a full month, from dividing, is that month.
  const months = Math.ceil(age * 12 - 1e-6)
  return { years: Math.floor(months / 12), months: months % 12 }
}

/** What has come in by each age, one column for each claim; `NaN` before it. */
export interface ClaimCourses {
  /** Whole years from the first claim on. */
  readonly ages: Float64Array
  readonly columns: readonly { readonly age: number; readonly values: Float64Array }[]
}

/** Pictures go to here, or five years beyond life expectancy where that is later. */
const lastAge = 95
const latestAge = 120

export const claimCourses = (
  benefits: readonly ClaimBenefit[],
  lifeExpectancy: number | null,
): ClaimCourses => {
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
