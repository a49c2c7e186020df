import { ageAt } from '../age-at.ts'

/** The age reached by December 31 of `year`, in whole years; `null` if `dateOfBirth` (YYYY-MM-DD) is not a date. */
export const ageByYearEnd = (dateOfBirth: string, year: number): number | null =>
  ageAt(dateOfBirth, new Date(year, 11, 31))

/**
 * The year of birth that the law uses. People born on January 1 count as born in the year before
 * (20 CFR 404.2(c)(4); IRS Publication 501).
 */
export const countedBirthYear = (birth: {
  readonly year: number
  readonly month: number
  readonly day: number
}): number => (birth.month === 1 && birth.day === 1 ? birth.year - 1 : birth.year)

/**
 * Full retirement age in months, by {@link countedBirthYear}. It rises by two months for each year
 * from 1938 to 1943, and from 1955 to 1960 (20 CFR 404.409).
 */
export const fullRetirementAge = (birthYear: number): number =>
  65 * 12 + monthsMore(birthYear - 1937) + monthsMore(birthYear - 1954)

const monthsMore = (years: number): number => Math.min(12, Math.max(0, 2 * years))
