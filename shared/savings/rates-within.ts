import type { ParticipantProfile } from '../participant/profile.ts'
import { takesContributions } from './limits.ts'
import type { SavingYear } from './saving-year.ts'
import { accountFinder, rateOf, yearOfSavings } from './year-of-savings.ts'

/** Savings that differ by less than this many dollars a year are the same, because rates are rounded. */
const nearly = 1

/** A rate with four decimals that gives at most so many dollars of pay. */
const rateFor = (dollars: number, salary: number): number =>
  Math.floor((dollars / salary) * 1_000_000) / 10_000

/**
 * The client with own savings lowered to what the limits of the year `then` let in, where they let in less than those of
 * `now`; null if the limits of both years let in the same.
 */
export const ratesWithin = (
  profile: ParticipantProfile,
  then: SavingYear,
  now: SavingYear,
): ParticipantProfile | null => {
  const { contributions, salary } = profile
  if (salary === null || salary <= 0) return null
  const accounts = profile.accounts.map((account) => ({
    ...account,
    takesContributions: takesContributions(account),
  }))
  const find = accountFinder(contributions, accounts)
  const known = contributions.flatMap((contribution) => {
    const rate = rateOf(contribution, find(contribution.planId))
    return rate === null ? [] : [{ contribution, rate }]
  })
  const savedIn = (year: SavingYear) => {
    const { amounts } = yearOfSavings(
      known.map(({ rate }) => rate),
      accounts,
      salary,
      year,
    )
    return new Map(known.map(({ contribution }, index) => [contribution, amounts[index] ?? 0]))
  }
  const [ofThen, ofNow] = [savedIn(then), savedIn(now)]
  const lowered = contributions.map((contribution) => {
    const [less, more] = [ofThen.get(contribution) ?? 0, ofNow.get(contribution) ?? 0]
    if (contribution.kind === 'employer' || less > more - nearly) return contribution
    return contribution.rate === null
      ? { ...contribution, amount: Math.round(less * 100) / 100 }
      : { ...contribution, rate: rateFor(less, salary), amount: null }
  })
  return lowered.every((each, index) => each === contributions[index])
    ? null
    : { ...profile, contributions: lowered }
}
