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

/**
 * The person of an estimated benefit. Nobody's record is known: earnings follow the average wage index from the salary.
 */
export interface Worker {
  readonly birthYear: number
  /** Calendar year of the salary. */
  readonly year: number
  /** Dollars a year, today. */
  readonly salary: number
  /** Age in whole years at which earnings end. */
  readonly retirementAge: number
}

/**
 * The record behind an estimate: from the salary, or for a person old enough to claim without a salary in the file,
 * from the average wage until now. `assumed` says which. Younger people without a salary have no record.
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

/** An invented history: today's salary scaled by the average wage index. Ends before `endYear`. */
const inventedEarnings = (worker: Worker, endYear: number): EarningsRecord => {
  const firstYear = worker.birthYear + careerStartAge
  const lastYear = Math.min(endYear, worker.birthYear + worker.retirementAge)
  const perWage = worker.salary / averageWage(worker.year)
  const amounts: number[] = []
  for (let year = firstYear; year < lastYear; year++) amounts.push(perWage * averageWage(year))
  return { firstYear, amounts }
}

/** Yearly dollars of today's prices. */
interface BenefitEstimate {
  readonly age: number
  readonly amount: number
  /** The benefit of the same record claimed exactly at full retirement age. */
  readonly fullAmount: number
}

/**
 * Yearly benefit claimed at `age`, in today's dollars so that ages compare: the record up to that age, adjusted for
 * prices. Nothing is paid before 62, nothing added after 70.
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
