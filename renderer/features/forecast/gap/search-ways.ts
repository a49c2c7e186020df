import type { SavedForecast } from '#shared/records/saved.ts'
import {
  earliestAge,
  earliestOf,
  latestRetirement,
  type AtAge,
} from '#shared/strategy/statement/gap/at-age.ts'
import {
  searchLever,
  type GapSearch,
  type Tried,
} from '#shared/strategy/statement/gap/close-gap.ts'
import { byGap } from '#shared/strategy/statement/goal.ts'
import type { Market } from '#shared/strategy/statement/incomes.ts'
import type { StrategyStatement } from '#shared/strategy/statement/statement.ts'
import type { mainRate } from '../form/savings-levers.ts'
import type { Levers, Way } from './gap-words.ts'

/** Searches for the changes that close a gap: a later age, a higher rate, or both if neither alone is enough. */

/**
 * The maximum number of forecasts in one search, which the screen shows before the search starts.
 * A search needs fewer if the answer has a table of retirement ages.
 */
export const mostForecasts = { withTable: 6, withoutTable: 9 } as const

/**
 * The highest total of the participant's own savings that this program proposes, in percent of pay.
 * This is our own rule.
 */
export const mostOwnSaving = 25

/**
 * The rate to move, with the highest value that the law, the plan and {@link mostOwnSaving} allow.
 * `hasRoom` is true if the rate can rise by at least one point.
 */
export const followable = (main: ReturnType<typeof mainRate>) => {
  if (main === null) return null
  const most = Math.min(main.most, mostOwnSaving - main.others)
  return { ...main, most, hasRoom: most >= main.now + 1 }
}

interface Start {
  /** The current plan, which is short of the goal. */
  readonly present: Omit<Tried, 'at'>
  /** The current retirement age; `null` if it cannot be changed. */
  readonly age: number | null
  /** The rate to move and its highest value, percent of pay; `null` if none can be moved. */
  readonly rate: Pick<NonNullable<ReturnType<typeof followable>>, 'now' | 'most' | 'hasRoom'> | null
  /** Later ages from the plan's table of retirement ages; empty without a table. */
  readonly later: readonly AtAge[]
}

interface Answer {
  readonly answer: SavedForecast
  readonly strategy: StrategyStatement | null
  readonly market: Market
}
type Ask = (levers: Levers) => Promise<Answer | 'stopped'>

/** Searches one lever while the others stay fixed, and remembers the answers. */
const searchBy = (ask: Ask, leversAt: (at: number) => Levers) => {
  const answers = new Map<number, Answer>()
  const search = async (room: Parameters<typeof searchLever>[0]): Promise<Way> => {
    const found = await searchLever(room, async (at) => {
      const given = await ask(leversAt(at))
      if (given === 'stopped') return given
      answers.set(at, given)
      const income = given.strategy?.incomes[given.market] ?? null
      const gap = given.strategy?.gaps[given.market] ?? null
      return income === null || gap === null ? null : { income, gap }
    })
    return wayOf(found, leversAt, answers)
  }
  return { answers, search }
}

const wayOf = (
  found: GapSearch,
  leversAt: (at: number) => Levers,
  answers: ReadonlyMap<number, Answer>,
): Way => {
  const tried = found.kind === 'reaches' ? found.found : found.kind === 'tooFar' ? found.top : null
  return {
    levers: leversAt(tried?.at ?? 0),
    kind: found.kind === 'reaches' ? 'closes' : found.kind === 'tooFar' ? 'short' : found.kind,
    income: tried?.income ?? null,
    gap: tried?.gap ?? null,
    smallest: found.kind === 'reaches' && found.smallest,
    answer: tried === null ? null : (answers.get(tried.at)?.answer ?? null),
  }
}

/**
 * The way to retire later, according to the table: the earliest age that reaches the goal,
 * otherwise the latest age.
 */
const ageByTable = (later: readonly AtAge[]): Way | null => {
  const reached = earliestOf(later)
  const shown = reached ?? later.at(-1)
  return shown === undefined
    ? null
    : {
        levers: { age: shown.age },
        kind: reached === null ? 'short' : 'closes',
        income: shown.income,
        gap: shown.gap,
        smallest: reached !== null,
        answer: null,
      }
}

/**
 * Searches for ways in this order: age, rate, and both together only if neither alone closes the
 * gap. For the pair, it finds the earliest age that works with the highest rate, then the smallest
 * rate at that age. `left` returns how many more forecasts may be run.
 */
export const searchWays = async (
  { present, age, rate, later }: Start,
  left: () => number,
  ask: Ask,
): Promise<readonly Way[]> => {
  const ways: Way[] = []
  const byTable = ageByTable(later)
  if (byTable !== null) ways.push(byTable)
  else if (age !== null && age < latestRetirement) {
    const { search } = searchBy(ask, (at) => ({ age: at }))
    // Reserves three forecasts for the rate, because finding it takes three.
    const asks = Math.max(1, left() - (rate?.hasRoom === true ? 3 : 0))
    ways.push(await search({ now: { at: age, ...present }, most: latestRetirement, step: 1, asks }))
  }
  if (rate === null || !rate.hasRoom) return ways
  const saving = searchBy(ask, (at) => ({ rate: at }))
  const alone = await saving.search({
    now: { at: rate.now, ...present },
    most: rate.most,
    step: 0.1,
    asks: left(),
  })
  ways.push(alone)
  const isClosed = ways.some(({ kind }) => kind === 'closes')
  const isOver = ways.some(({ kind }) => kind === 'stopped')
  if (age === null || isClosed || isOver || left() < 1) return ways
  // The first forecast for the rate used the highest rate, and its answer may have a table of ages.
  const [most] = saving.answers.values()
  const strategy = most?.strategy ?? null
  const together =
    most === undefined || strategy === null ? null : earliestAge(strategy, most.market)
  const pairAge = together?.age ?? latestRetirement
  if (pairAge <= age) return ways
  const { search } = searchBy(ask, (at) => ({ age: pairAge, rate: at }))
  const pair = await search({
    now: { at: rate.now, ...present },
    most: rate.most,
    step: 0.1,
    asks: left(),
  })
  // If the service also changes other savings, the pair can gain less than one of its changes
  // alone.
  const isBetter = ways.every(
    ({ gap }) => gap === null || pair.gap === null || byGap(pair.gap, gap) > 0,
  )
  return isBetter ? [...ways, pair] : ways
}
