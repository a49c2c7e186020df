import {
  assumedCareerEnd,
  careerStartAge,
  earliestClaimAge,
  latestClaimAge,
  priceGrowth,
} from './assumptions.ts'
import {
  adjustForPrices,
  averageIndexedMonthlyEarnings,
  averageWage,
  benefitAtClaim,
  fullRetirementAge,
  monthlyPayment,
  primaryInsuranceAmount,
  type EarningsRecord,
} from './social-security.ts'

/** Whose benefit is estimated. Nobody's record is known: earnings follow the average wage index from the salary. */
export interface Worker {
  readonly birthYear: number
  /** Calendar year of the salary. */
  readonly year: number
  /** Dollars a year, today. */
  readonly salary: number
  /** Age in whole years after which nothing is earned. */
  readonly retirementAge: number
}

/**
 * Whose record the estimate is made from: the salary's, or, for somebody old enough to claim whose file holds no salary,
 * that of somebody who earned the average wage until now. `assumed` says which. Younger people without a salary have
 * no record.
 */
export const workerOf = (
  person: Pick<Worker, 'birthYear' | 'year' | 'salary' | 'retirementAge'> & {
    readonly age: number
  },
): { readonly worker: Worker; readonly assumed: boolean } => {
  const { birthYear, year, salary, age } = person
  const assumed = salary === 0 && age >= earliestClaimAge
  return assumed
    ? {
        worker: {
          birthYear,
          year,
          salary: averageWage(year),
          retirementAge: Math.min(age, assumedCareerEnd),
        },
        assumed,
      }
    : { worker: { birthYear, year, salary, retirementAge: person.retirementAge }, assumed }
}

/** An invented history: the salary of today moved by the average wage index. Ends before `endYear`. */
const inventedEarnings = (worker: Worker, endYear: number): EarningsRecord => {
  const firstYear = worker.birthYear + careerStartAge
  const lastYear = Math.min(endYear, worker.birthYear + worker.retirementAge)
  const perWage = worker.salary / averageWage(worker.year)
  const amounts: number[] = []
  for (let year = firstYear; year < lastYear; year++) amounts.push(perWage * averageWage(year))
  return { firstYear, amounts }
}

/** Yearly dollars of today's prices. */
export interface BenefitEstimate {
  readonly age: number
  readonly amount: number
  /** What the same record pays when claimed exactly at full retirement age. */
  readonly fullAmount: number
}

/**
 * Yearly benefit when claimed at `age`: the record up to that age, adjusted for prices and taken back to today's. Before
 * 62 nothing is paid; after 70 nothing is added. In today's dollars, so that ages can be compared.
 */
export const estimateBenefit = (worker: Worker, age: number): BenefitEstimate => {
  const eligibilityYear = worker.birthYear + earliestClaimAge
  const claimAge = Math.min(Math.max(age, earliestClaimAge), latestClaimAge)
  const claimYear = worker.birthYear + claimAge
  const average = averageIndexedMonthlyEarnings(
    inventedEarnings(worker, claimYear),
    worker.birthYear,
  )
  const primary = primaryInsuranceAmount(average, eligibilityYear)
  const payYear = Math.max(claimYear, worker.year)
  const adjusted = adjustForPrices(primary, eligibilityYear, payYear)
  const toToday = 12 / (1 + priceGrowth / 100) ** (payYear - worker.year)
  const paid = (claimMonths: number): number =>
    Math.round(
      monthlyPayment(benefitAtClaim(adjusted, worker.birthYear, claimMonths)) * toToday * 100,
    ) / 100
  return {
    age,
    amount: age < earliestClaimAge ? 0 : paid(claimAge * 12),
    fullAmount: paid(fullRetirementAge(worker.birthYear)),
  }
}
