import { gatherSources, type IncomeSource } from '../../charts/income-by-source.ts'
import { gathered, type Course, type YearFigures } from './course.ts'

/** A year with its sources gathered as in the chart. */
export type ChartYear = YearFigures | null

/** A source in the chart, with its heights at each age. */
export interface ChartSource extends Pick<IncomeSource, 'key' | 'label' | 'kind' | 'money'> {
  readonly heights: readonly number[]
}

/**
 * The chart of a strategy's yearly incomes from retirement on. Heights are in dollars a month and
 * only for drawing; the figures are in `years`.
 */
export interface IncomeChart {
  readonly ages: readonly number[]
  readonly sources: readonly ChartSource[]
  /** `null` if no taxes were sent. */
  readonly taxes: readonly number[] | null
  readonly net: readonly number[]
  /** The greatest height, including the goal's. */
  readonly most: number
  readonly goal: number | null
  /** In the order of `ages`; `null` where the answer has no figures. */
  readonly years: readonly ChartYear[]
}

/**
 * Makes the chart of a course with at most `accounts` separate accounts; `null` if the course has
 * no chart.
 */
export const incomeChart = (course: Course, accounts: number): IncomeChart | null => {
  if (course.flow === null) return null
  const [flow] = gatherSources([course.flow], accounts)
  if (flow === undefined || flow.sources.length === 0) return null
  const from = flow.retirementIndex < 0 ? flow.start : flow.retirementIndex
  if (from < 0) return null
  const months = (values: Float64Array) => Array.from(values.subarray(from), (year) => year / 12)
  const ages = Array.from(flow.ages.subarray(from))
  const goal = course.goalLine
  return {
    ages,
    sources: flow.sources.map(({ values, ...source }) => ({ ...source, heights: months(values) })),
    taxes: flow.taxes && months(flow.taxes),
    net: months(flow.net),
    most: Math.max(...months(flow.totals), goal ?? 0),
    goal,
    years: ages.map((age) => {
      const year = course.at(age)
      return year && { ...year, sources: gathered(year, flow.sources) }
    }),
  }
}
