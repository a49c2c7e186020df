import type { Strategy } from '../express/reading.ts'
import { inOrder, percentileAt, percentileWords, pickPair } from './pick.ts'
import { wholeDifference } from './whole-dollars.ts'

export interface HeadlineOptions {
  /** Which percentile leads, 0–100; the nearest one sent is taken. */
  readonly percentile: number
  /** Income counts as on track from this share of salary, percent. */
  readonly onTrackShare: number
  /** Dollars a year; `null` when not known. */
  readonly salary: number | null
}

/** Where a goal comes from: the service, or the share of salary set in Settings. */
type GoalSource = 'service' | 'salaryShare'

/** The rule a verdict was made by, so that the screen can explain it. */
interface OnTrackRule {
  readonly basis: GoalSource
  /** Dollars a year that count as on track. */
  readonly threshold: number
}

/** How one strategy stands. Money in dollars a year unless named otherwise; `null` means the service did not send it. */
export interface Headline {
  readonly type: string
  readonly retirementAge: number | null
  /** The percentile really used, and what it is called. */
  readonly percentile: number | null
  readonly label: string
  readonly incomeYear: number | null
  readonly incomeMonth: number | null
  readonly goal: number | null
  readonly goalSource: GoalSource | null
  /** Income less goal, whole dollars as shown: negative is short, positive is ahead. */
  readonly gapYear: number | null
  readonly gapMonth: number | null
  /** Income as a share of the goal, percent; not capped at 100. */
  readonly coverage: number | null
  readonly verdict: 'onTrack' | 'offTrack' | 'unknown'
  readonly rule: OnTrackRule | null
}

const monthly = (year: number | null): number | null => (year === null ? null : year / 12)
const positive = (value: number | null): number | null => (value !== null && value > 0 ? value : null)

const goalOf = (strategy: Strategy, fromSalary: number | null): { value: number | null; source: GoalSource | null } => {
  const service = positive(strategy.goal) ?? positive(strategy.goalParticipant)
  if (service !== null) return { value: service, source: 'service' }
  return { value: fromSalary, source: fromSalary === null ? null : 'salaryShare' }
}

/**
 * The headline of one strategy. The verdict is a rule of ours, never a service result: on track when the sustainable
 * income at the percentile reaches `onTrackShare` percent of salary, or, where no salary is known, the service's goal.
 * The 70 % default follows public research of the service's maker.
 */
export const headlineOf = (strategy: Strategy, options: HeadlineOptions): Headline => {
  const entry = percentileAt(strategy, options.percentile)
  const income = entry?.sustainableRetirementIncome ?? null
  const salary = positive(options.salary)
  const fromSalary = salary === null ? null : (salary * options.onTrackShare) / 100
  const goal = goalOf(strategy, fromSalary)
  const threshold = fromSalary ?? goal.value
  const gapYear = income === null || goal.value === null ? null : wholeDifference(income, goal.value)
  return {
    type: strategy.type,
    retirementAge: strategy.retirementAge,
    percentile: entry?.percentage ?? null,
    label: entry ? percentileWords(entry.label, entry.percentage) : '',
    incomeYear: income,
    incomeMonth: monthly(income),
    goal: goal.value,
    goalSource: goal.source,
    gapYear,
    gapMonth: monthly(gapYear),
    coverage: income === null || goal.value === null ? null : (income / goal.value) * 100,
    verdict: income === null || threshold === null ? 'unknown' : income >= threshold ? 'onTrack' : 'offTrack',
    rule: threshold === null ? null : { basis: fromSalary === null ? 'service' : 'salaryShare', threshold },
  }
}

/** One headline for each strategy: Current, Revised, then the others. */
export const headline = (strategies: readonly Strategy[], options: HeadlineOptions): readonly Headline[] =>
  inOrder(strategies).map((strategy) => headlineOf(strategy, options))

/** What Revised changes against Current. */
interface Comparison {
  /** Revised less Current, whole dollars as shown; positive is more income. `null` when either was not sent. */
  readonly year: number | null
  readonly month: number | null
  /** Relative to Current, percent; `null` when Current is zero or unknown. */
  readonly percent: number | null
}

/** The difference in sustainable income at `percentile` (0–100). */
export const comparison = (current: Strategy | null, revised: Strategy | null, percentile: number): Comparison => {
  const before = percentileAt(current, percentile)?.sustainableRetirementIncome ?? null
  const after = percentileAt(revised, percentile)?.sustainableRetirementIncome ?? null
  if (before === null || after === null) return { year: null, month: null, percent: null }
  const percent = before <= 0 ? null : ((after - before) / before) * 100
  return { year: wholeDifference(after, before), month: wholeDifference(after / 12, before / 12), percent }
}

/** {@link comparison} over everything the service sent, with the pair chosen by {@link pickPair}. */
export const comparisonOf = (strategies: readonly Strategy[], percentile: number): Comparison => {
  const { current, revised } = pickPair(strategies)
  return comparison(current, revised, percentile)
}
