/** Every assumption of the projection that is not a published table. Amounts are in today's dollars. */

/** Prices and wages after the last published year, percent a year (data note of the Social Security method). */
export const priceGrowth = 2.4
export const wageGrowth = 3.5

export const pricesAfter = (years: number): number => (1 + priceGrowth / 100) ** years

export const horizonAge = 95

/** The retirement age if none is chosen, as on public enrollment sites of such services. */
export const defaultRetirementAge = 65

/** Percent of salary. */
export const incomeGoalPercent = 70

/** The age at which the invented earnings history starts. */
export const careerStartAge = 22

/** Social Security is claimed at retirement, but never outside these ages. */
export const earliestClaimAge = 62
export const latestClaimAge = 70

/** A retired person without a salary in the file counts as having earned the average wage until at most this age. */
export const assumedCareerEnd = 65

/** Used if the participant file has no usable date of birth. */
export const assumedAge = 45

export const defaultPaths = 1000
export const mostPaths = 20_000

/** Yearly volatility of a single company's stock beyond that of its asset class, in percent. */
export const singleStockSwing = 28

/** How much taxes reduce the yearly growth of savings outside plans, in percent. */
export const taxableDrag = 0.5

export const percentiles = [
  { percentage: 10, label: '10th percentile – poor markets' },
  { percentage: 50, label: '50th percentile – average markets' },
  { percentage: 90, label: '90th percentile – good markets' },
] as const
