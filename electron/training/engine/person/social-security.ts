import { fullRetirementAge } from '#shared/law/ages.ts'
import { exactLawOf } from '#shared/law/law-of.ts'
import type { FirmLaw } from '#shared/law/schema.ts'
import {
  careerStartAge,
  earliestClaimAge,
  latestClaimAge,
  priceGrowth,
  pricesAfter,
  wageGrowth,
} from '../assumptions.ts'
import {
  averageWageIndex,
  costOfLivingAdjustments,
  taxableMaximum,
  type YearlyTable,
} from '../data/social-security.ts'
import { cents, clamp, lowToHigh, times, sum } from '../numbers.ts'

/**
 * The retirement benefit by the published method (ssa.gov/oact/cola: Benefits, piaformula, ar_drc;
 * 20 CFR 404.410). Benefits are whole cents, so that every step that the method rounds down is
 * exact.
 */

const published = (table: YearlyTable, year: number): number | undefined =>
  table.values[year - table.firstYear]

/** The average wage of a year, dollars; after the last published year it grows with the wage assumption. */
export const averageWage = (year: number): number => {
  const { firstYear, values } = averageWageIndex
  return (
    published(averageWageIndex, Math.max(year, firstYear)) ??
    (values.at(-1) ?? 0) * (1 + wageGrowth / 100) ** (year - (firstYear + values.length - 1))
  )
}

/**
 * The highest earnings that count in a year, in dollars. Later years follow the law's formula,
 * rounded to the nearest $300.
 */
export const mostCountedEarnings = (year: number, firmLaw: FirmLaw = []): number =>
  exactLawOf('socialSecurity', year, firmLaw)?.taxableMaximum.value ??
  published(taxableMaximum, Math.max(year, taxableMaximum.firstYear)) ??
  Math.round((60_600 * averageWage(year - 2)) / averageWage(1992) / 300) * 300

/**
 * The bend points in monthly dollars for people who reach 62 in `year`. They come from the law,
 * otherwise from the 1979 values of 180 and 1,085, indexed to wages.
 */
export const bendPoints = (year: number, firmLaw: FirmLaw = []): readonly [number, number] => {
  const ofLaw = exactLawOf('socialSecurity', year, firmLaw)?.bendPoints.value
  if (ofLaw !== undefined) return ofLaw
  const ratio = averageWage(Math.max(year, 1979) - 2) / averageWage(1977)
  return [Math.round(180 * ratio), Math.round(1085 * ratio)]
}

/**
 * The December adjustment that applies to the next year's benefits, in tenths of a percent; later
 * years follow the price assumption.
 */
const adjustment = (year: number, firmLaw: FirmLaw) => {
  const percent = exactLawOf('socialSecurity', year + 1, firmLaw)?.costOfLiving.value ?? priceGrowth
  return published(costOfLivingAdjustments, year) ?? Math.round(percent * 10)
}

/**
 * Average indexed monthly earnings in whole dollars: the highest 35 years, with those before age 60
 * indexed to the year of age 60. `earnings` are in each year's own dollars.
 */
export const averageIndexedMonthlyEarnings = (
  earnings: YearlyTable,
  birthYear: number,
  firmLaw: FirmLaw = [],
): number => {
  const indexYear = birthYear + 60
  const base = averageWage(indexYear)
  const indexed = earnings.values.map((amount, offset) => {
    const year = earnings.firstYear + offset
    const counted = Math.min(amount, mostCountedEarnings(year, firmLaw))
    return year < indexYear ? (counted * base) / averageWage(year) : counted
  })
  return Math.floor(sum(indexed.sort(lowToHigh).slice(-35)) / 420)
}

const downToDime = (amount: number) => Math.floor(amount / 10) * 10

/** Primary insurance amount, monthly cents. */
export const primaryInsuranceAmount = (
  average: number,
  eligibilityYear: number,
  firmLaw: FirmLaw = [],
): number => {
  const [first, second] = bendPoints(eligibilityYear, firmLaw)
  return downToDime(
    90 * Math.min(average, first) +
      32 * Math.max(0, Math.min(average, second) - first) +
      15 * Math.max(0, average - second),
  )
}

/**
 * Monthly cents after the December adjustments from `fromYear` up to, but not including, `toYear`.
 * Each step is rounded down to a dime.
 */
export const adjustForPrices = (
  amount: number,
  fromYear: number,
  toYear: number,
  firmLaw: FirmLaw = [],
): number => {
  let adjusted = amount
  for (let year = fromYear; year < toYear; year++) {
    adjusted = downToDime((adjusted * (1000 + adjustment(year, firmLaw))) / 1000)
  }
  return adjusted
}

/** Delayed retirement credit by year of birth, in half percents per year. */
const delayedCredit = (birthYear: number) => 6 + clamp(Math.floor((birthYear - 1923) / 2), 0, 10)

/**
 * Monthly cents if claimed at `claimMonths` of age, rounded down to a dime. Each of the first 36
 * months before full retirement age takes off 5/9%, and each further month 5/12%. Each month after
 * full retirement age adds the delayed credit, until age 70.
 */
export const benefitAtClaim = (primary: number, birthYear: number, claimMonths: number): number => {
  const months = Math.min(claimMonths, 70 * 12) - fullRetirementAge(birthYear)
  if (months >= 0) return downToDime((primary * (2400 + months * delayedCredit(birthYear))) / 2400)
  const early = Math.min(-months, 36)
  const beyond = -months - early
  return downToDime((primary * (720 - 4 * early - 3 * beyond)) / 720)
}

/** Monthly payment in whole dollars. */
export const monthlyPayment = (amount: number): number => Math.floor(amount / 100)

/**
 * A person's earnings, dollars a year. The actual record is unknown, so earnings follow the average
 * wage index back from the salary.
 */
export interface Worker {
  readonly birthYear: number
  /** The year of the salary. */
  readonly year: number
  readonly salary: number
  /** Age at which earnings end. */
  readonly retirementAge: number
  readonly firmLaw: FirmLaw
}

export const claimableAge = (age: number): number => clamp(age, earliestClaimAge, latestClaimAge)

/** The ages from 62 to 70 that are still ahead; only 70 for older people. */
export const applicableClaimAges = (age: number): readonly number[] => {
  const first = claimableAge(age)
  return times(latestClaimAge - first + 1, (offset) => first + offset)
}

/**
 * The yearly benefit if claimed at `age`, and if claimed exactly at full retirement age. Both are
 * in today's dollars, so that ages can be compared. Nothing is paid before 62, and nothing is added
 * after 70.
 */
export const estimateBenefit = (worker: Worker, age: number) => {
  const { birthYear, retirementAge, salary, year, firmLaw } = worker
  const claimAge = claimableAge(age)
  const claimYear = birthYear + claimAge
  const firstYear = birthYear + careerStartAge
  const lastYear = Math.min(claimYear, birthYear + retirementAge)
  const perWage = salary / averageWage(year)
  const values = times(lastYear - firstYear, (offset) => perWage * averageWage(firstYear + offset))
  const eligibilityYear = birthYear + earliestClaimAge
  const primary = primaryInsuranceAmount(
    averageIndexedMonthlyEarnings({ firstYear, values }, birthYear, firmLaw),
    eligibilityYear,
    firmLaw,
  )
  const payYear = Math.max(claimYear, year)
  const adjusted = adjustForPrices(primary, eligibilityYear, payYear, firmLaw)
  const toToday = 12 / pricesAfter(payYear - year)
  const paid = (claimMonths: number) =>
    cents(monthlyPayment(benefitAtClaim(adjusted, birthYear, claimMonths)) * toToday)
  return {
    amount: age < earliestClaimAge ? 0 : paid(claimAge * 12),
    fullAmount: paid(fullRetirementAge(birthYear)),
  }
}
