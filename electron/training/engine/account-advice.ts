import { adviceRules, advisedBands, keptBands } from './advice-rules.ts'
import { allocationOf, currentAllocation, type Allocation } from './allocation.ts'
import { misfitOf, misfits, type Misfit } from './bands.ts'
import { coreLineup } from './core-lineup.ts'
import { glidePath } from './glide-path.ts'
import type { Mix } from './data/capital-markets.ts'
import type { Household, PlanAccount } from './household.ts'
import { diversified, equityOf } from './mixes.ts'
import { companyStockIn, movableOf, type Movable } from './movable.ts'
import { targetDateFund, yearsApart } from './target-date.ts'

/** The advice on one account, and why; without a reason or a way, it keeps its holdings. */
export interface AccountAdvice {
  readonly allocation: Allocation
  readonly isChanged: boolean
  /** Faults of today's holdings, one phrase each. */
  readonly reasons: readonly string[]
}

/** Percent of an account from which a position counts as held, and as the main part. */
const held = 0.05
const mainPart = 50

/** Share of the movable part from which a fund counts as alone. */
const alone = 0.95

/** Number of held funds that are not bound to stay. */
const fundsHeld = (percents: readonly number[], { bound }: Movable): number =>
  percents.filter((percent, index) => percent > held && bound[index] === null).length

const isSame = (left: Allocation, right: Allocation): boolean =>
  left.percents.every((percent, index) => Math.abs(percent - (right.percents[index] ?? 0)) < held)

const percentText = (value: number): string => `${Math.round(value)} %`

const anotherShare = (shares: number, suits: number): string =>
  `${percentText(shares)} in shares where about ${percentText(suits)} suits the age`

const misfitWords: Readonly<Record<Misfit['what'], (shares: number, suits: number) => string>> = {
  moreRisk: anotherShare,
  lessRisk: anotherShare,
  tooLittleAbroad: () => 'next to nothing outside the United States',
  tooMuchOfOneKind: () => 'a small part of the market weighs too much',
  tooMuchCash: () => 'too much of the bond part in cash',
}

/** The target-date funds held beyond the bound part: the years each is off, and its percent. */
const targetDates = (
  household: Household,
  account: PlanAccount,
  percents: readonly number[],
  { bound, floors }: Movable,
) =>
  account.positions.flatMap(({ fund }, index) => {
    const percent = bound[index] === null ? (percents[index] ?? 0) - (floors[index] ?? 0) : 0
    const apart = percent > held ? yearsApart(household, fund) : null
    return apart === null ? [] : [{ apart, percent }]
  })

/** Years that the date of the one fund is off that holds everything unbound; `null` if there is no such fund. */
const aloneInTargetDate = (
  household: Household,
  account: PlanAccount,
  percents: readonly number[],
  movable: Movable,
): number | null => {
  const [only, ...others] = targetDates(household, account, percents, movable)
  const isAlone =
    others.length === 0 && movable.free >= mainPart && (only?.percent ?? 0) > movable.free * alone
  return only && isAlone ? only.apart : null
}

/** A reason for a change; `what` if it is about the mix. */
interface Reason {
  readonly words: string
  readonly what: Misfit['what'] | null
}

/** Faults independent of the mix: too many names for it, or one that it cannot hold. */
const untidiness = (
  household: Household,
  account: PlanAccount,
  movable: Movable,
): readonly string[] => {
  const { today, bound } = movable
  const reasons: string[] = []
  const stock = companyStockIn(account, today)
  const advised = companyStockIn(
    account,
    bound.map((percent) => percent ?? 0),
  )
  if (stock > adviceRules.singleStockKept && advised < stock - held)
    reasons.push(`${percentText(stock)} in one company’s shares`)
  const targets = targetDates(household, account, today, movable)
  if (targets.length > 1) reasons.push(`${targets.length} target-date funds at once`)
  const count = fundsHeld(today, movable)
  if (count > adviceRules.mostFundsKept) reasons.push(`${count} funds`)
  const isOver = account.positions.some(({ most }, index) => (today[index] ?? 0) > most + held)
  return isOver ? [...reasons, 'more of a fund than the plan allows'] : reasons
}

/** Faults of the mix; none with one target-date fund of the right year. */
const wrongMix = (
  household: Household,
  account: PlanAccount,
  movable: Movable,
  suits: number,
): readonly Reason[] => {
  const { mix } = currentAllocation(account)
  const apart = aloneInTargetDate(household, account, movable.today, movable)
  if (apart !== null && apart <= adviceRules.targetYearsApart) return []
  const whats = new Set(misfits(mix, suits, keptBands).map(({ what }) => what))
  return [
    ...(apart === null ? [] : [{ words: 'a target-date fund of another year', what: null }]),
    ...[...whats].map((what) => ({ words: misfitWords[what](equityOf(mix), suits), what })),
  ]
}

/** Distance of an allocation from the advice, in points outside the bands; 0 for a target-date fund. */
const missOf = (
  household: Household,
  account: PlanAccount,
  { percents, mix }: Allocation,
  movable: Movable,
  suits: number,
): number =>
  aloneInTargetDate(household, account, percents, movable) === null
    ? misfitOf(mix, suits, advisedBands)
    : 0

/**
 * Candidates for an account besides its bound part: one target-date fund, a core line-up, or, if its single kinds do
 * not suffice, one with the plan's mixed funds. The first suits the account best.
 */
const waysOf = (
  household: Household,
  account: PlanAccount,
  movable: Movable,
  suits: number,
): readonly (() => Allocation | null)[] => {
  const built = (percents: readonly number[] | null, glide: number | null): Allocation | null =>
    percents && allocationOf(account, percents, glide)
  const target = diversified(suits)
  const single = () => built(targetDateFund(household, account, movable), null)
  const core = () => built(coreLineup(account, movable, target, false), 1)
  const mixed = () => built(coreLineup(account, movable, target, true), 1)
  const usesTargetDate = account.positions.some(
    ({ fund }, index) =>
      fund.target !== null && (movable.today[index] ?? 0) >= adviceRules.leastPosition,
  )
  const isSimple =
    movable.free > 100 * alone && (usesTargetDate || account.balance < adviceRules.smallAccount)
  return isSimple ? [single, core, mixed] : [core, single, mixed]
}

/** Required improvement of a way that misses the bands, as a share of today's miss. */
const worthwhile = 0.6

/**
 * Whether `after` clearly reduces the fault behind a reason. The bound part may be the whole fault: selling something
 * else for it would be change for its own sake.
 */
const isMended = (what: Reason['what'], before: Mix, after: Mix, suits: number): boolean => {
  const points = (mix: Mix): number =>
    misfits(mix, suits, keptBands).reduce(
      (sum, found) => (found.what === what ? sum + found.points : sum),
      0,
    )
  return what === null || points(after) <= points(before) * worthwhile
}

/**
 * Advice on one account. `isSafe` says that the goal is met in poor markets: close to retirement, nothing then raises
 * shares beyond the band, not even a target-date fund. A change needs a reason that it mends and must bring the account
 * clearly nearer.
 */
export const adviseAccount = (
  household: Household,
  account: PlanAccount,
  isSafe: boolean,
): AccountAdvice => {
  const current = currentAllocation(account)
  const keep = (reasons: readonly string[]): AccountAdvice => ({
    allocation: current,
    isChanged: false,
    reasons,
  })
  if (account.positions.length < 2) return keep([])
  const movable = movableOf(account)
  const byAge = glidePath(household.age, household.retirementAge)
  const isClose = household.retirementAge - household.age <= adviceRules.yearsWithoutMoreRisk
  const isHeldBack = isSafe && isClose
  const shares = equityOf(current.mix)
  const suits = isHeldBack ? Math.min(byAge, shares) : byAge
  const mostShares = isHeldBack ? shares + advisedBands.equity : Number.POSITIVE_INFINITY
  const untidy = untidiness(household, account, movable)
  const reasons = [
    ...untidy.map((words): Reason => ({ words, what: null })),
    ...wrongMix(household, account, movable, suits),
  ]
  if (reasons.length === 0) return keep([])
  let best: { readonly allocation: Allocation; readonly miss: number } | null = null
  for (const way of waysOf(household, account, movable, suits)) {
    const allocation = way()
    if (!allocation || equityOf(allocation.mix) > mostShares) continue
    const miss = missOf(household, account, allocation, movable, suits)
    if (!best || miss < best.miss) best = { allocation, miss }
    if (miss === 0) break
  }
  const before = misfitOf(current.mix, suits, advisedBands)
  const isNearer = best !== null && best.miss <= before * (untidy.length > 0 ? 1 : worthwhile)
  const wordsOf = (of: readonly Reason[]): readonly string[] => of.map(({ words }) => words)
  if (!best || !isNearer || isSame(best.allocation, current)) return keep(wordsOf(reasons))
  const { allocation } = best
  const isRight = aloneInTargetDate(household, account, allocation.percents, movable) !== null
  const mended = reasons.filter(
    ({ what }) => isRight || isMended(what, current.mix, allocation.mix, suits),
  )
  return mended.length === 0
    ? keep(wordsOf(reasons))
    : { allocation, isChanged: true, reasons: wordsOf(mended) }
}
