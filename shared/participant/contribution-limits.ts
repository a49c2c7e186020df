/** Contribution limits of 2026 (IRS Notice 2025-67), dollars; they are assumed to keep pace with prices. */
export const contributionLimits = {
  electiveDeferral: 24_500,
  catchUp: 8_000,
  catchUpFrom60To63: 11_250,
  /** Pay above which catch-up contributions have to be Roth. */
  rothCatchUpPay: 150_000,
  simple: 17_000,
  simpleCatchUp: 4_000,
  simpleCatchUpFrom60To63: 5_250,
  annualAdditions: 72_000,
  compensation: 360_000,
  individualAccount: 7_500,
  individualAccountCatchUp: 1_100,
} as const

/** The most that somebody of `age` may put into a 401(k), 403(b) or 457(b) themselves in a year, dollars; catch-up included. */
export const mostOwnDollars = (age: number | null): number =>
  contributionLimits.electiveDeferral +
  (age === null || age < 50 ? 0 : age >= 60 && age <= 63 ? contributionLimits.catchUpFrom60To63 : contributionLimits.catchUp)
