import type { Json } from '../json.ts'
import type { Percentile, Strategy } from '../express/reading.ts'
import { isObject } from '../is-object.ts'
import { percentileAt } from './pick.ts'
import { wholeDifference } from './whole-dollars.ts'

/**
 * What a client is told of a strategy: dollars a month in poor, typical and good markets, against what they need. Screen,
 * list and report draw from here, so that one person is never told two things.
 */

/** Which percentiles of the simulated markets stand for poor and typical ones, 0–100; good ones mirror the poor. */
export interface MarketChoice {
  readonly cautious: number
  readonly typical: number
}

/** Income at one percentile the service sent. */
export interface MarketIncome {
  readonly percentile: number
  /** Dollars a month, not rounded. */
  readonly month: number
  /** Read between two ages of the service's own table, not sent for this very age. */
  readonly between: boolean
}

/** A strategy's income in three markets; `null` where the service did not send it. */
export interface Outlook {
  readonly retirementAge: number | null
  readonly poor: MarketIncome | null
  readonly typical: MarketIncome | null
  readonly good: MarketIncome | null
}

const nothing = (retirementAge: number | null): Outlook => ({
  retirementAge,
  poor: null,
  typical: null,
  good: null,
})

/** The strategy with the income of each percentile taken from `income`; entries without a number fall out. */
const outlookBy = (
  strategy: Strategy,
  { cautious, typical }: MarketChoice,
  retirementAge: number | null,
  income: (entry: Percentile) => { readonly year: number; readonly between: boolean } | null,
): Outlook => {
  const at = (wanted: number): MarketIncome | null => {
    const entry = percentileAt(strategy, wanted)
    const found = entry === null ? null : income(entry)
    if (entry === null || entry.percentage === null || found === null) return null
    return { percentile: entry.percentage, month: found.year / 12, between: found.between }
  }
  const middle = at(typical)
  if (middle === null) return nothing(retirementAge)
  const [low, high] = [at(cautious), at(100 - cautious)]
  return {
    retirementAge,
    typical: middle,
    poor: low !== null && low.percentile < middle.percentile ? low : null,
    good: high !== null && high.percentile > middle.percentile ? high : null,
  }
}

/** The outlook of a strategy as the service sent it; its amounts are dollars a year. */
export const outlookOf = (strategy: Strategy, choice: MarketChoice): Outlook =>
  outlookBy(strategy, choice, strategy.retirementAge, ({ sustainableRetirementIncome: year }) =>
    year === null ? null : { year, between: false },
  )

const numberOf = (value: Json | undefined): number | null => {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.trim() !== ''
        ? Number(value)
        : Number.NaN
  return Number.isFinite(number) ? number : null
}

/** One row of the table by its only age and its only income, whatever they are called: its shape is not specified. */
const ageAndIncome = (row: Json): readonly [number, number] | null => {
  if (!isObject(row)) return null
  const named = (pattern: RegExp): readonly (number | null)[] =>
    Object.entries(row)
      .filter(([key]) => pattern.test(key))
      .map(([, value]) => numberOf(value))
  const [ages, incomes] = [named(/age$/i), named(/income|value|amount/i)]
  const [age, income] = [ages[0] ?? null, incomes[0] ?? null]
  return ages.length !== 1 || incomes.length !== 1 || age === null || income === null
    ? null
    : [age, income]
}

/**
 * A percentile's income at another retirement age, dollars a year, from RetirementIncomeAtVariousRetirementAges. Only its
 * proportions count, so that it is right whatever the unit of its amounts. `null` where it does not reach that age.
 */
const incomeAt = (
  entry: Percentile,
  ownAge: number | null,
  age: number,
): { year: number; between: boolean } | null => {
  const year = entry.sustainableRetirementIncome
  const table = new Map(
    entry.retirementIncomeAtVariousRetirementAges.flatMap((row) => {
      const read = ageAndIncome(row)
      return read === null ? [] : [read]
    }),
  )
  const own = ownAge === null ? undefined : table.get(ownAge)
  if (year === null || own === undefined || own <= 0) return null
  const sent = table.get(age)
  if (sent !== undefined) return { year: (year * sent) / own, between: false }
  const below = Math.max(...[...table.keys()].filter((key) => key < age))
  const above = Math.min(...[...table.keys()].filter((key) => key > age))
  const [low, high] = [table.get(below), table.get(above)]
  if (low === undefined || high === undefined) return null
  const between = low + ((high - low) * (age - below)) / (above - below)
  return { year: (year * between) / own, between: true }
}

/**
 * The outlook of a strategy when retiring at `age`. The service's current strategy keeps its default retirement age, so
 * another one is read from its table of retirement ages; all `null` where that does not say.
 */
export const outlookAt = (strategy: Strategy, age: number | null, choice: MarketChoice): Outlook =>
  age === null || age === strategy.retirementAge
    ? outlookOf(strategy, choice)
    : outlookBy(strategy, choice, age, (entry) => incomeAt(entry, strategy.retirementAge, age))

/** What a client needs, and who says so. */
export interface Need {
  /** Dollars a month. */
  readonly month: number
  readonly source: 'asked' | 'service' | 'salaryShare'
}

export interface NeedOptions {
  /** Dollars a month that the advisor entered. */
  readonly asked: number | null
  /** Dollars a year. */
  readonly salary: number | null
  /** Percent of salary that counts as the need where nobody says more. */
  readonly shareOfSalary: number
}

const positive = (value: number | null): number | null =>
  value !== null && value > 0 ? value : null

/** The need: what the advisor entered, else the service's goal (the household's, then the participant's), else a share of salary. */
export const needOf = (
  strategy: Pick<Strategy, 'goal' | 'goalParticipant'> | null,
  { asked, salary, shareOfSalary }: NeedOptions,
): Need | null => {
  const entered = positive(asked)
  if (entered !== null) return { month: entered, source: 'asked' }
  const goal = positive(strategy?.goal ?? null) ?? positive(strategy?.goalParticipant ?? null)
  if (goal !== null) return { month: goal / 12, source: 'service' }
  const pay = positive(salary)
  return pay === null ? null : { month: (pay * shareOfSalary) / 1200, source: 'salaryShare' }
}

/** The need of all strategies that stand side by side: by the first that names a goal, today's before the others. */
export const needOfAll = (
  strategies: readonly (Strategy | null)[],
  options: NeedOptions,
): Need | null =>
  needOf(
    strategies.find(
      (strategy) => positive(strategy?.goal ?? null) ?? positive(strategy?.goalParticipant ?? null),
    ) ?? null,
    options,
  )

/** The salary that a need is a share of, dollars a year: the file's, which no lever moves; else the one that was entered. */
export const salaryForNeed = (
  ...forecasts: readonly ({
    readonly profile: { readonly salary: number | null } | null
    readonly inputs: { readonly Salary?: number | undefined }
  } | null)[]
): number | null =>
  forecasts.find((each) => each?.profile?.salary)?.profile?.salary ??
  forecasts.find((each) => each?.inputs.Salary)?.inputs.Salary ??
  null

/**
 * The one verdict: whether income reaches the need in poor markets, in typical ones only, or in neither. A rule of ours,
 * never a service result. Whole dollars are compared, as a screen shows them.
 */
export interface Verdict {
  readonly kind: 'enough' | 'typicalOnly' | 'short' | 'unknown'
  /** Income less need, whole dollars a month; negative is short. */
  readonly poorGap: number | null
  readonly typicalGap: number | null
}

export const verdictOf = (outlook: Outlook, need: Need | null): Verdict => {
  const gap = (income: MarketIncome | null): number | null =>
    income === null || need === null ? null : wholeDifference(income.month, need.month)
  const [poorGap, typicalGap] = [gap(outlook.poor), gap(outlook.typical)]
  const kind =
    typicalGap === null
      ? 'unknown'
      : typicalGap < 0
        ? 'short'
        : poorGap === null || poorGap < 0
          ? 'typicalOnly'
          : 'enough'
  return { kind, poorGap, typicalGap }
}

/** One line of the comparison: where the client stands, what the levers make of it, what the service recommends. */
export interface OutlookRow {
  readonly role: 'today' | 'plan' | 'recommended'
  readonly outlook: Outlook
  readonly verdict: Verdict
  /**
   * Typical income less that of today (of what stands for today, where a claim age is approximated), or of the plan where today is not at hand, whole dollars a month as shown; `null` for
   * what is compared with, and where either is unknown.
   */
  readonly more: number | null
}

export interface RowsInput {
  /** Current of the forecast that was run without any input. */
  readonly today: Strategy | null
  /** Current of the forecast with the levers; `null` while no lever is moved. */
  readonly plan: Strategy | null
  /** The retirement age on the lever; `null` while it is at rest. */
  readonly planAge: number | null
  readonly recommended: Strategy | null
  readonly need: Need | null
  readonly choice: MarketChoice
  /** What differences are measured against instead of today; `null` where that is not known. Absent: today. */
  readonly comparedWith?: Strategy | null
}

/** Today, Plan and Recommended, each only where there is a strategy for it. */
export const outlookRows = ({
  today,
  plan,
  planAge,
  recommended,
  need,
  choice,
  comparedWith,
}: RowsInput): readonly OutlookRow[] => {
  const outlooks = [
    { role: 'today', outlook: today === null ? null : outlookOf(today, choice) },
    { role: 'plan', outlook: plan === null ? null : outlookAt(plan, planAge, choice) },
    { role: 'recommended', outlook: recommended === null ? null : outlookOf(recommended, choice) },
  ] as const
  const compared = outlooks.find(({ role, outlook }) => role !== 'recommended' && outlook !== null)
  const from =
    comparedWith === undefined ? compared?.outlook : comparedWith && outlookOf(comparedWith, choice)
  const before = from?.typical?.month ?? null
  return outlooks.flatMap(({ role, outlook }): OutlookRow[] => {
    if (outlook === null) return []
    const after = outlook.typical?.month ?? null
    const more =
      role === compared?.role || before === null || after === null
        ? null
        : wholeDifference(after, before)
    return [{ role, outlook, verdict: verdictOf(outlook, need), more }]
  })
}
