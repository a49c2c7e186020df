import {
  adviceRules,
  advisedBands,
  glidePath,
  keptBands,
  misfitOf,
  misfits,
  type Fault,
} from './advice-rules.ts'
import { coreLineup } from './core-lineup.ts'
import type { Mix } from '../data/capital-markets.ts'
import type { Fund } from '../funds.ts'
import {
  allocationOf,
  currentAllocation,
  mostAdvised,
  movableOf,
  type Allocation,
  type Movable,
} from '../holdings.ts'
import type { Household, PlanAccount } from '../person/household.ts'
import { diversified, equityOf } from '../mixes.ts'
import { sum } from '../numbers.ts'

interface Case {
  readonly household: Household
  readonly account: PlanAccount
  readonly movable: Movable
  /** Percent in stocks that suits the age. */
  readonly suits: number
}

/**
 * A position counts as held above `held` percent of an account. A part counts as the main part from
 * `mainPart` percent on.
 */
const held = 0.05
const mainPart = 50

/** A fund counts as the only one if its share of the movable part is above this. */
const alone = 0.95

/**
 * How far outside the bands an advised allocation may remain, as a share of how far outside today's
 * is.
 */
const worthwhile = 0.6

/** How many years after its target date a target-date fund becomes its family's income fund. */
const yearsToIncome = 7

export const retirementYear = ({ today, age, retirementAge }: Household): number =>
  today.year + Math.min(retirementAge, adviceRules.latestRetirement) - age

/** Years between the fund's target year and retirement; `null` for a fund without a target date. */
const yearsApart = (household: Household, { target }: Fund): number | null => {
  if (target === null) return null
  const past = household.today.year - yearsToIncome
  const year = target === 'income' ? past : target
  // The income fund also suits a person who retired before the year in which the fund became one.
  return Math.abs(year - Math.max(retirementYear(household), past))
}

/**
 * Returns percents with everything that is not bound in one target-date fund near the right year.
 * It prefers a fund already held, otherwise the nearest. `null` if no such fund can take the money.
 */
const targetDateFund = ({
  household,
  movable: { parts, free },
}: Case): readonly number[] | null => {
  if (free < adviceRules.leastPosition) return null
  const choices = parts.flatMap((part) => {
    const { fund, bound, floor, today } = part
    const apart = yearsApart(household, fund)
    const fits = bound === null && mostAdvised(part) >= free + floor
    return fits && apart !== null && apart <= adviceRules.targetYearsApart
      ? [{ part, apart, held: today >= adviceRules.leastPosition ? today : 0 }]
      : []
  })
  const [best] = choices.sort((left, right) => right.held - left.held || left.apart - right.apart)
  if (!best) return null
  return parts.map((part) => part.bound ?? part.floor + (part === best.part ? free : 0))
}

/**
 * The target-date funds held in the unbound part, each with its distance in years and its percent.
 */
const targetDates = ({ household, movable }: Case, percents: readonly number[]) =>
  movable.parts.flatMap(({ fund, bound, floor }, index) => {
    const percent = bound === null ? (percents[index] ?? 0) - floor : 0
    const apart = percent > held ? yearsApart(household, fund) : null
    return apart === null ? [] : [{ apart, percent }]
  })

/**
 * If everything that is not bound is in one target-date fund, how many years that fund is off;
 * otherwise `null`.
 */
const aloneInTargetDate = (one: Case, percents: readonly number[]): number | null => {
  const { free } = one.movable
  const [only, ...others] = targetDates(one, percents)
  const isAlone = others.length === 0 && free >= mainPart && (only?.percent ?? 0) > free * alone
  return only && isAlone ? only.apart : null
}

const percentText = (value: number) => `${Math.round(value)}%`

/** Faults that do not depend on the mix: too many funds, or a fund that should not be held. */
const untidiness = (one: Case): readonly string[] => {
  const { parts } = one.movable
  const stocks = parts.filter(({ fund }) => fund.singleStock)
  const stock = sum(stocks.map(({ today }) => today))
  const advised = sum(stocks.map(({ bound }) => bound ?? 0))
  const targets = targetDates(
    one,
    parts.map(({ today }) => today),
  ).length
  const funds = parts.filter(({ today, bound }) => today > held && bound === null).length
  return [
    stock > adviceRules.singleStockKept &&
      advised < stock - held &&
      `${percentText(stock)} is in one company’s stock`,
    targets > 1 && `it holds ${targets} target-date funds`,
    funds > adviceRules.mostFundsKept && `it holds ${funds} funds`,
    parts.some(({ today, most }) => today > most + held) &&
      'it holds more of a fund than the plan allows',
  ].filter((words) => words !== false)
}

const anotherShare = (shares: number, suits: number) =>
  `${percentText(shares)} is in stocks, where about ${percentText(suits)} would fit the age`

const faultWords: Readonly<Record<Fault, (shares: number, suits: number) => string>> = {
  moreRisk: anotherShare,
  lessRisk: anotherShare,
  tooLittleAbroad: () => 'almost nothing is invested outside the United States',
  tooMuchOfOneKind: () => 'too much is in a small part of the market',
  tooMuchCash: () => 'too much of the bond portion is in cash',
}

/** A reason for a change; `what` names the fault in the mix, or is null for any other reason. */
interface Reason {
  readonly words: string
  readonly what: Fault | null
}

/** Faults in the mix; none if everything is in one target-date fund for the right year. */
const wrongMix = (one: Case, { percents, mix }: Allocation): readonly Reason[] => {
  const apart = aloneInTargetDate(one, percents)
  if (apart !== null && apart <= adviceRules.targetYearsApart) return []
  const whats = new Set(misfits(mix, one.suits, keptBands).map(({ what }) => what))
  return [
    ...(apart === null ? [] : [{ words: 'a target-date fund of another year', what: null }]),
    ...[...whats].map((what) => ({ words: faultWords[what](equityOf(mix), one.suits), what })),
  ]
}

/**
 * Ways to divide the part that is not bound: one target-date fund, single-class funds, or, if those
 * are not enough, mixed funds. The first way suits the account best.
 */
const waysOf = (one: Case) => {
  const { account, movable, suits } = one
  const target = diversified(suits)
  const single = () => ({ percents: targetDateFund(one), glide: null })
  const core = () => ({ percents: coreLineup(movable, target, false), glide: 1 })
  const mixed = () => ({ percents: coreLineup(movable, target, true), glide: 1 })
  const usesTargetDate = movable.parts.some(
    ({ fund, today }) => fund.target !== null && today >= adviceRules.leastPosition,
  )
  const isSimple =
    movable.free > 100 * alone && (usesTargetDate || account.balance < adviceRules.smallAccount)
  return isSimple ? [single, core, mixed] : [core, single, mixed]
}

/** The division nearest to the bands, and how many points it is outside them. */
const bestWay = (one: Case, mostShares: number) => {
  let best: { readonly allocation: Allocation; readonly miss: number } | null = null
  for (const way of waysOf(one)) {
    const { percents, glide } = way()
    const allocation = percents && allocationOf(one.account, percents, glide)
    if (!allocation || equityOf(allocation.mix) > mostShares) continue
    const isAlone = aloneInTargetDate(one, allocation.percents) !== null
    const miss = isAlone ? 0 : misfitOf(allocation.mix, one.suits, advisedBands)
    if (!best || miss < best.miss) best = { allocation, miss }
    if (miss === 0) break
  }
  return best
}

/**
 * True if the fault is clearly smaller in `after`. If the bound part alone causes the fault,
 * selling anything else would not help.
 */
const isMended = (what: Fault | null, before: Mix, after: Mix, suits: number) => {
  const points = (mix: Mix) =>
    sum(misfits(mix, suits, keptBands).map((found) => (found.what === what ? found.points : 0)))
  return what === null || points(after) <= points(before) * worthwhile
}

/**
 * Advises on one account. `isSafe` means that the goal is met in poor markets; close to retirement,
 * the advice then does not raise stocks beyond the band. A change must correct at least one fault
 * and bring the account clearly closer to the bands.
 */
export const adviseAccount = (household: Household, account: PlanAccount, isSafe: boolean) => {
  const { age, retirementAge } = household
  const current = currentAllocation(account)
  const shares = equityOf(current.mix)
  const isHeldBack = isSafe && retirementAge - age <= adviceRules.yearsWithoutMoreRisk
  const byAge = glidePath(age, retirementAge)
  const suits = isHeldBack ? Math.min(byAge, shares) : byAge
  const one = { household, account, movable: movableOf(account), suits }
  const untidy = untidiness(one)
  const reasons: readonly Reason[] = [
    ...untidy.map((words) => ({ words, what: null })),
    ...wrongMix(one, current),
  ]
  const answer = (allocation: Allocation, why: readonly Reason[]) => ({
    allocation,
    isChanged: allocation !== current,
    /** The faults in today's holdings, one phrase each. */
    reasons: why.map(({ words }) => words),
  })
  if (reasons.length === 0 || account.positions.length < 2) return answer(current, [])
  const best = bestWay(one, isHeldBack ? shares + advisedBands.equity : Number.POSITIVE_INFINITY)
  const before = misfitOf(current.mix, suits, advisedBands)
  const isNearer = best && best.miss <= before * (untidy.length > 0 ? 1 : worthwhile)
  if (!isNearer) return answer(current, reasons)
  const { allocation } = best
  const isSame = allocation.percents.every(
    (percent, index) => Math.abs(percent - (current.percents[index] ?? 0)) < held,
  )
  const isRight = aloneInTargetDate(one, allocation.percents) !== null
  const mended = reasons.filter(
    ({ what }) => isRight || isMended(what, current.mix, allocation.mix, suits),
  )
  return isSame || mended.length === 0 ? answer(current, reasons) : answer(allocation, mended)
}
export type AccountAdvice = Readonly<ReturnType<typeof adviseAccount>>
