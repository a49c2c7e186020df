/**
 * Every assumption of the projection that is not a published table, in one place. All amounts of a forecast are dollars
 * of today's prices, incomes and balances alike; growth below is turned into real growth by the price assumption.
 */

/** Prices and wages after the last published year, percent a year (data note of the Social Security method). */
export const priceGrowth = 2.4
export const wageGrowth = 3.5

/** Salary and whatever is a percentage of it grow with wages, in today's dollars this much a year (factor). */
export const realSalaryGrowth = (1 + wageGrowth / 100) / (1 + priceGrowth / 100)

/** The plan has to last through this age. */
export const horizonAge = 95

/** Public enrolment sites of such services assume this retirement age when none is given. */
export const defaultRetirementAge = 65

/** Income goal when none is given, percent of salary. */
export const incomeGoalPercent = 70

/** Age at which the invented earnings history starts. */
export const careerStartAge = 22

/** Social Security is claimed at retirement, but neither before nor after these ages. */
export const earliestClaimAge = 62
export const latestClaimAge = 70

/** Somebody retired whose file holds no salary is taken to have earned the average wage, at most until this age. */
export const assumedCareerEnd = 65

/** Used when the participant file has no usable date of birth. */
export const assumedAge = 45

/** Paths of a forecast when the caller does not say, and at most. */
export const defaultPaths = 1000
export const mostPaths = 20_000

/** Paths for the table of other retirement ages, whose ratio to the chosen age scales the full result. */
export const comparisonPaths = 64

/** Yearly swing of one company's shares on top of its asset class, percent. */
export const singleStockSwing = 28

/** Yearly drag of taxes on the growth of savings outside plans, percent. */
export const taxableDrag = 0.5

/** The three outlooks of every forecast. */
export const percentiles = [
  { percentage: 10, label: '10th percentile – poor markets' },
  { percentage: 50, label: '50th percentile – typical markets' },
  { percentage: 90, label: '90th percentile – good markets' },
] as const

/** Required distributions start at this age, by year of birth (SECURE 2.0). */
export const requiredDistributionAge = (birthYear: number): number =>
  birthYear <= 1950 ? 72 : birthYear <= 1959 ? 73 : 75
