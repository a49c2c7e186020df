import type { Strategy } from '../../express/reading.ts'
import { changesNothing, claimAgeOf } from '../claim-approximation.ts'
import { pickPair, type AccountMapping } from '../pick.ts'
import { planIn } from '../plan-in.ts'
import { courseOf, type Course } from './years/course.ts'
import type { Figure } from '../../figures/figure.ts'
import { gapOf, goalOf, ofGoal, ofPay, payFigure, type Gap, type Goal } from './goal.ts'
import { incomeOf, marketEntries, type Market, type MarketChoice } from './incomes.ts'
import { differenceOf } from './make.ts'
import { isInPhases, phaseAt, phasesOf, type Phase } from './years/phases.ts'
import {
  isDrawn,
  sideOf,
  type Role,
  type SavedAnswer,
  type Sent,
  type Side,
  type Units,
} from './side.ts'

/**
 * The statement of an answer: every figure that a screen, a report, a receipt, a list or a file
 * shows, for Today, the Plan and the recommendation, in each market and phase of life. Screens,
 * reports and files only format these figures and compute none.
 */

/** Rules of our own, from Settings. */
export interface Rules {
  readonly choice: MarketChoice
  /** Percent of pay to use as the goal if nothing else gives one. */
  readonly shareOfPay: number
  readonly unitsOf: (saved: Sent) => Units
}

export interface StatementInput {
  readonly saved: SavedAnswer
  /** The forecast without inputs from the same environment and address; `null` if there is none. */
  readonly today: SavedAnswer | null
  /** The goal that the advisor entered, dollars a month; `null` if there is none. */
  readonly typedGoal: number | null
  /**
   * Replaces the Current strategy in `saved` as the plan: the strategy that was sent, with the
   * answer that contains it.
   */
  readonly plan?: { readonly saved: SavedAnswer; readonly strategy: Strategy } | undefined
  /** What the strategies are called in differences; as on screen if absent. */
  readonly names?: Readonly<Record<Role, string>>
}

type ByMarket<T> = Readonly<Record<Market, T>>

export interface StrategyStatement {
  readonly role: Role
  /** What the strategy is called in differences. */
  readonly name: string
  readonly side: Side
  readonly retirementAge: number | null
  /**
   * The age from which the strategy's income includes Social Security; `null` if the answer does
   * not say.
   */
  readonly claimAge: number | null
  /** The percentile for each market, 0–100; `null` if not sent. */
  readonly percentiles: ByMarket<number | null>
  /** Dollars a month; with several phases, the income of the first. */
  readonly incomes: ByMarket<Figure | null>
  readonly goal: Goal | null
  readonly gaps: ByMarket<Gap | null>
  /** Incomes as a percent of the goal. */
  readonly ofGoal: ByMarket<Figure | null>
  /** Incomes as a percent of pay. */
  readonly ofPay: ByMarket<Figure | null>
  /**
   * The income minus Today's, in dollars a month, signed; `null` for Today itself, and where either
   * income is unknown.
   */
  readonly differences: ByMarket<Figure | null>
  /** The income over the years, computed when first requested. */
  readonly course: (market: Market) => Course
  readonly phases: (market: Market) => readonly Phase[]
  /**
   * Each phase's income minus Today's, in dollars a month, signed; `null` where Today's income
   * changes within the phase or is unknown.
   */
  readonly phaseDifferences: (market: Market) => readonly (Figure | null)[]
}

export interface Statement {
  readonly saved: SavedAnswer
  /** Today, Plan and Recommended, as far as the answer has them. */
  readonly strategies: readonly StrategyStatement[]
  /** Other strategies of the service by their own names, in average markets. */
  readonly others: readonly { readonly name: string; readonly income: Figure | null }[]
  /** The goal on screen: the plan's goal, otherwise Today's. */
  readonly goal: Goal | null
  /** The yearly pay from the same forecast. */
  readonly pay: Figure | null
  readonly accounts: readonly AccountMapping[]
}

export const roleNames: Readonly<Record<Role, string>> = {
  today: 'Today',
  plan: 'Plan',
  recommended: 'Recommended',
}

const byMarket = <T>(read: (market: Market) => T): ByMarket<T> => ({
  poor: read('poor'),
  average: read('average'),
  good: read('good'),
})

const remembered = <T>(make: (market: Market) => T): ((market: Market) => T) => {
  const known = new Map<Market, T>()
  return (market) => {
    const before = known.get(market)
    if (before !== undefined) return before
    const made = make(market)
    known.set(market, made)
    return made
  }
}

interface Around {
  readonly rules: Rules
  readonly names: Readonly<Record<Role, string>>
  readonly typedGoal: number | null
  /** Strategies whose goals are used, in order, if the strategy's own answer has no goal. */
  readonly others: readonly Side[]
  readonly accounts: readonly AccountMapping[]
}

/**
 * The income of a strategy through all years of `phase`, which is a phase of another strategy; `null` if it changes
 * within them.
 */
export const incomeThrough = (
  { phases, incomes }: Pick<StrategyStatement, 'phases' | 'incomes'>,
  market: Market,
  { from, until }: Phase,
): Figure | null => {
  const all = phases(market)
  if (!isInPhases(all)) return incomes[market]
  const own = phaseAt(all, from)
  const covers =
    own?.until === null ||
    own?.until === until ||
    (typeof until === 'number' && typeof own?.until === 'number' && until <= own.until)
  return own !== null && covers && !own.least ? own.income : null
}

type Compared = Pick<StrategyStatement, 'name' | 'percentiles' | 'incomes' | 'phases'>

const lessIn = (
  [after, strategy]: readonly [Figure | null, Compared],
  [before, other]: readonly [Figure | null, Compared],
  market: Market,
): Figure | null =>
  // A difference between percentiles would say nothing about the strategies.
  strategy.percentiles[market] === other.percentiles[market]
    ? differenceOf(after, before, {
        names: [strategy.name, other.name],
        sentence: `${strategy.name} less ${other.name}, a month.`,
      })
    : null

/** The income of `strategy` less that of `other` in a market, dollars a month, signed; `null` if either is unknown. */
export const differenceIn = (
  strategy: Compared,
  other: Compared | null,
  market: Market,
): Figure | null =>
  other && lessIn([strategy.incomes[market], strategy], [other.incomes[market], other], market)

/**
 * {@link differenceIn} through each phase, by default those of `strategy`; `null` also where an income changes within a
 * phase of the other strategy.
 */
export const phaseDifferencesIn = (
  strategy: Compared,
  other: Compared | null,
  market: Market,
  phases = strategy.phases(market),
): readonly (Figure | null)[] => {
  const incomeIn = (each: Compared, phase: Phase) =>
    each.phases(market).includes(phase) ? phase.income : incomeThrough(each, market, phase)
  return phases.map(
    (phase) =>
      other &&
      lessIn([incomeIn(strategy, phase), strategy], [incomeIn(other, phase), other], market),
  )
}

/** The statement of one strategy; `today` is what it is compared with. */
const strategyStatement = (
  side: Side,
  { rules, names, typedGoal, others, accounts }: Around,
  today: StrategyStatement | null,
): StrategyStatement => {
  const entries = marketEntries(side, rules.choice)
  const pay = payFigure(side.saved, ...others.map(({ saved }) => saved))
  const goal = goalOf(side, others, { typedGoal, shareOfPay: rules.shareOfPay }, pay)
  const percentiles = byMarket((market) => entries[market]?.percentage ?? null)
  const incomes = byMarket((market) => incomeOf(side, entries[market]))
  const course = remembered((market) => courseOf(side, percentiles[market], goal, accounts))
  const phases = remembered((market) => phasesOf(course(market)))
  const own = { name: names[side.role], percentiles, incomes, phases }
  return {
    ...own,
    role: side.role,
    side,
    retirementAge: side.age,
    claimAge: side.saved.claim?.age ?? (isDrawn(side) ? claimAgeOf(side.strategy) : null),
    goal,
    gaps: byMarket((market) => gapOf(incomes[market], goal)),
    ofGoal: byMarket((market) => ofGoal(incomes[market], goal)),
    ofPay: byMarket((market) => ofPay(incomes[market], pay)),
    differences: byMarket((market) => differenceIn(own, today, market)),
    course,
    phaseDifferences: remembered((market) => phaseDifferencesIn(own, today, market)),
  }
}

/**
 * `today`, unless it is from another environment, because figures from two environments are not
 * compared.
 */
const samePlace = (saved: SavedAnswer, today: SavedAnswer | null): SavedAnswer | null =>
  today !== null &&
  today.environment.id === saved.environment.id &&
  today.environment.place === saved.environment.place
    ? today
    : null

const accountsOf = (...answers: readonly (SavedAnswer | null)[]): readonly AccountMapping[] => {
  const all = answers.flatMap((answer) => answer?.reading.accountMappings ?? [])
  return [...new Map(all.map((mapping) => [mapping.accountId, mapping])).values()]
}

export const statementOf = (
  { saved, today: atHand, typedGoal, plan, names = roleNames }: StatementInput,
  rules: Rules,
  mappings: readonly AccountMapping[] | null = null,
): Statement => {
  const today = samePlace(saved, atHand)
  const { current, revised, others: further } = pickPair(saved.reading.strategies)
  const isToday = plan === undefined && changesNothing(saved)
  const base = isToday ? saved : today
  const side = (role: Role, answer: SavedAnswer | null, strategy: Strategy | null) =>
    sideOf(role, answer, strategy, rules.unitsOf)
  const sides = {
    today: side(
      'today',
      base,
      isToday ? current : base && pickPair(base.reading.strategies).current,
    ),
    plan: isToday
      ? null
      : side('plan', plan?.saved ?? saved, plan === undefined ? planIn(saved) : plan.strategy),
    recommended: side('recommended', saved, revised),
  }
  const order = isToday
    ? [sides.today, sides.recommended]
    : [sides.plan, sides.recommended, sides.today]
  const known = order.filter((each) => each !== null)
  const accounts = mappings ?? accountsOf(saved, today)
  const around: Around = { rules, names, typedGoal, others: known, accounts }
  const make = (one: Side | null, compared: StrategyStatement | null) =>
    one && strategyStatement(one, around, compared)
  const first = make(sides.today, null)
  const strategies = [first, make(sides.plan, first), make(sides.recommended, first)].filter(
    (each) => each !== null,
  )
  return {
    saved,
    strategies,
    others: further.flatMap((strategy) => {
      const one = side('plan', saved, strategy)
      const alone = make(one && { ...one, age: strategy.retirementAge }, null)
      return alone ? [{ name: strategy.type || 'Unnamed', income: alone.incomes.average }] : []
    }),
    goal: strategies.find(({ side: one }) => one === known[0])?.goal ?? null,
    pay: payFigure(...known.map(({ saved: answer }) => answer)),
    accounts,
  }
}

/** The strategy that has a role; `null` if the answer has none. */
export const strategyIn = (
  { strategies }: Pick<Statement, 'strategies'>,
  role: Role,
): StrategyStatement | null => strategies.find((each) => each.role === role) ?? null

/** The plan, or Today while no lever is moved. */
export const ownStrategy = (statement: Pick<Statement, 'strategies'>): StrategyStatement | null =>
  strategyIn(statement, 'plan') ?? strategyIn(statement, 'today')
