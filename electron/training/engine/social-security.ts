import { priceGrowth, wageGrowth } from './assumptions.ts'
import {
  averageWageIndex,
  costOfLivingAdjustments,
  publishedBendPoints,
  taxableMaximum,
} from './data/social-security.ts'
import type { CalendarDate } from './dates.ts'

/**
 * The retirement benefit by the published method (ssa.gov/oact/cola: Benefits, piaformula, ar_drc; 20 CFR 404.410).
 * Benefits are whole cents, so that every "rounded down" of the method is exact.
 */

interface YearlyTable {
  readonly firstYear: number
  readonly values: readonly number[]
}

const published = (table: YearlyTable, year: number): number | undefined =>
  table.values[year - table.firstYear]

/** Average wage index of a year, dollars; after the last published year it grows with the wage assumption. */
export const averageWage = (year: number): number => {
  const known = published(averageWageIndex, Math.max(year, averageWageIndex.firstYear))
  if (known !== undefined) return known
  const lastYear = averageWageIndex.firstYear + averageWageIndex.values.length - 1
  return (averageWageIndex.values.at(-1) ?? 0) * (1 + wageGrowth / 100) ** (year - lastYear)
}

/** Most counted earnings in a year, dollars; later years by the law's formula, to the nearest 300. */
export const mostCountedEarnings = (year: number): number =>
  published(taxableMaximum, Math.max(year, taxableMaximum.firstYear)) ??
  Math.round((60_600 * averageWage(year - 2)) / averageWage(1992) / 300) * 300

/** Both bend points for people who reach 62 in `year`, monthly dollars: 180 and 1,085 of 1979, indexed by wages. */
export const bendPoints = (year: number): readonly [number, number] => {
  const ratio = averageWage(Math.max(year, publishedBendPoints.firstYear) - 2) / averageWage(1977)
  return [Math.round(180 * ratio), Math.round(1085 * ratio)]
}

/** December's adjustment of a year, tenths of a percent; later years by the price assumption. */
const adjustment = (year: number): number =>
  published(costOfLivingAdjustments, year) ?? Math.round(priceGrowth * 10)

/** People born on January 1 count as born in the year before. */
export const countedBirthYear = (birth: CalendarDate): number =>
  birth.month === 1 && birth.day === 1 ? birth.year - 1 : birth.year

/** Full retirement age in months, by counted year of birth. */
export const fullRetirementAge = (birthYear: number): number => {
  if (birthYear <= 1937) return 65 * 12
  if (birthYear <= 1942) return 65 * 12 + 2 * (birthYear - 1937)
  if (birthYear <= 1954) return 66 * 12
  if (birthYear <= 1959) return 66 * 12 + 2 * (birthYear - 1954)
  return 67 * 12
}

/** Earnings by calendar year, dollars of that year. */
export interface EarningsRecord {
  readonly firstYear: number
  readonly amounts: readonly number[]
}

const lowToHigh = (left: number, right: number): number => left - right

/**
 * Average indexed monthly earnings, whole dollars: the highest 35 years, those before age 60 indexed to the year of 60.
 */
export const averageIndexedMonthlyEarnings = (
  earnings: EarningsRecord,
  birthYear: number,
): number => {
  const indexYear = birthYear + 60
  const base = averageWage(indexYear)
  const indexed = earnings.amounts.map((amount, offset) => {
    const year = earnings.firstYear + offset
    const counted = Math.min(amount, mostCountedEarnings(year))
    return year < indexYear ? (counted * base) / averageWage(year) : counted
  })
  const highest = indexed.sort(lowToHigh).slice(-35)
  return Math.floor(highest.reduce((sum, amount) => sum + amount, 0) / 420)
}

const downToDime = (cents: number): number => Math.floor(cents / 10) * 10

/** Primary insurance amount in monthly cents by the formula of the year of eligibility (age 62). */
export const primaryInsuranceAmount = (
  averageEarnings: number,
  eligibilityYear: number,
): number => {
  const [first, second] = bendPoints(eligibilityYear)
  const cents =
    90 * Math.min(averageEarnings, first) +
    32 * Math.max(0, Math.min(averageEarnings, second) - first) +
    15 * Math.max(0, averageEarnings - second)
  return downToDime(cents)
}

/**
 * The amount after the Decembers from `fromYear` up to, but without, `toYear`; each step down to a dime. Monthly cents.
 */
export const adjustForPrices = (cents: number, fromYear: number, toYear: number): number => {
  let adjusted = cents
  for (let year = fromYear; year < toYear; year++) {
    adjusted = downToDime(Math.floor((adjusted * (1000 + adjustment(year))) / 1000))
  }
  return adjusted
}

/** Delayed retirement credit, half percents a year, by counted year of birth. */
const delayedCredit = (birthYear: number): number =>
  birthYear >= 1943 ? 16 : birthYear <= 1924 ? 6 : 6 + Math.floor((birthYear - 1923) / 2)

/**
 * Monthly cents claimed at `claimMonths` of age, down to a dime: 5/9 % less for each of the first 36 months before full
 * retirement age, 5/12 % beyond, the delayed credit for each month after it until 70.
 */
export const benefitAtClaim = (
  primaryCents: number,
  birthYear: number,
  claimMonths: number,
): number => {
  const months = Math.min(claimMonths, 70 * 12) - fullRetirementAge(birthYear)
  if (months >= 0) {
    return downToDime(
      Math.floor((primaryCents * (2400 + months * delayedCredit(birthYear))) / 2400),
    )
  }
  const early = Math.min(-months, 36)
  const beyond = -months - early
  return downToDime(Math.floor((primaryCents * (720 - 4 * early - 3 * beyond)) / 720))
}

/** The payment: whole dollars a month. */
export const monthlyPayment = (cents: number): number => Math.floor(cents / 100)
