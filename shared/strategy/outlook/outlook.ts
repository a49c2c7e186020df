import type { Json } from '../../json.ts'
import type { Percentile, Strategy } from '../../express/reading.ts'
import { isObject } from '../../is-object.ts'
import { fromNumeric } from '../../text/numeric-text.ts'
import { percentileAt, wholeDifference } from '../pick.ts'

/**
 * A strategy in a client's terms: dollars a month in poor, typical and good markets, against the need. Screen, list and
 * report all read it here, so that they agree.
 */

/** Percentiles of the simulated markets that stand for poor and typical ones, 0–100; good ones mirror the poor. */
export interface MarketChoice {
  readonly cautious: number
  readonly typical: number
}

/** Income at one percentile the service sent. */
export interface MarketIncome {
  readonly percentile: number
  /** Dollars a month, not rounded. */
  readonly month: number
  /** Whether it is interpolated between two ages of the service's table. */
  readonly between: boolean
}

/** A strategy's income in three markets; `null` if not sent. */
export interface Outlook {
  readonly retirementAge: number | null
  readonly poor: MarketIncome | null
  readonly typical: MarketIncome | null
  readonly good: MarketIncome | null
}

/** The strategy with each percentile's income taken from `income`; entries without a number are left out. */
const outlookBy = (
  strategy: Strategy,
  { cautious, typical }: MarketChoice,
  retirementAge: number | null,
  income: (entry: Percentile) => { readonly year: number; readonly between: boolean } | null,
): Outlook => {
  const at = (wanted: number): MarketIncome | null => {
    const entry = percentileAt(strategy, wanted)
    const found = entry && income(entry)
    const percentile = entry?.percentage ?? null
    return found && percentile !== null
      ? { percentile, month: found.year / 12, between: found.between }
      : null
  }
  const middle = at(typical)
  const [low, high] = [at(cautious), at(100 - cautious)]
  return {
    retirementAge,
    typical: middle,
    poor: low && middle && low.percentile < middle.percentile ? low : null,
    good: high && middle && high.percentile > middle.percentile ? high : null,
  }
}

/** The outlook of a strategy as sent, in dollars a year. */
export const outlookOf = (strategy: Strategy, choice: MarketChoice): Outlook =>
  outlookBy(strategy, choice, strategy.retirementAge, ({ sustainableRetirementIncome: year }) =>
    year === null ? null : { year, between: false },
  )

/** The only age and the only income in a table row, under any name: its shape is not specified. */
const ageAndIncome = (row: Json) => {
  if (!isObject(row)) return null
  const only = (pattern: RegExp) => {
    const [one, ...others] = Object.entries(row).filter(([key]) => pattern.test(key))
    return others.length === 0 ? fromNumeric(one?.[1]) : null
  }
  const [age, income] = [only(/age$/i), only(/income|value|amount/i)]
  return age === null || income === null ? null : ([age, income] as const)
}

/**
 * A percentile's income at another retirement age, dollars a year, from RetirementIncomeAtVariousRetirementAges. Only
 * its proportions count, so any unit works. `null` if the table does not reach that age.
 */
const incomeAt = (
  entry: Percentile,
  ownAge: number | null,
  age: number,
): { year: number; between: boolean } | null => {
  const year = entry.sustainableRetirementIncome
  const table = new Map(
    entry.retirementIncomeAtVariousRetirementAges.map(ageAndIncome).filter((read) => read !== null),
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
 * The outlook of a strategy for retiring at `age`. The service's current strategy keeps its default retirement age, so
 * another age is read from its table; all `null` if the table does not say.
 */
export const outlookAt = (strategy: Strategy, age: number | null, choice: MarketChoice): Outlook =>
  age === null || age === strategy.retirementAge
    ? outlookOf(strategy, choice)
    : outlookBy(strategy, choice, age, (entry) => incomeAt(entry, strategy.retirementAge, age))

/** A client's need and its source. */
export interface Need {
  /** Dollars a month. */
  readonly month: number
  readonly source: 'asked' | 'service' | 'salaryShare'
}

export interface NeedOptions {
  /** Dollars a month, entered by the advisor. */
  readonly asked: number | null
  /** Dollars a year. */
  readonly salary: number | null
  /** Percent of salary taken as the need if nothing else names one. */
  readonly shareOfSalary: number
}

const positive = (value: number | null): number | null =>
  value !== null && value > 0 ? value : null

type Goals = Pick<Strategy, 'goal' | 'goalParticipant'>

const goalOf = (strategy: Goals | null): number | null =>
  positive(strategy?.goal ?? null) ?? positive(strategy?.goalParticipant ?? null)

/**
 * The need: the advisor's entry, else the service's goal (the household's, then the participant's), else a share of
 * salary.
 */
export const needOf = (
  strategy: Goals | null,
  { asked, salary, shareOfSalary }: NeedOptions,
): Need | null => {
  const entered = positive(asked)
  if (entered !== null) return { month: entered, source: 'asked' }
  const goal = goalOf(strategy)
  if (goal !== null) return { month: goal / 12, source: 'service' }
  const pay = positive(salary)
  return pay === null ? null : { month: (pay * shareOfSalary) / 1200, source: 'salaryShare' }
}

/** The needs of strategies side by side. */
export interface Needs {
  /** The need of the answer on screen: the plan's, else today's. */
  readonly need: Need | null
  /** What each row is measured against: its own answer's goal, which a lever may have moved. */
  readonly ownNeeds: Readonly<Record<OutlookRow['role'], Need | null>>
}

/** A strategy without a goal takes the one of its answer, else today's, else a share of salary. */
export const needsOf = (
  { today, plan, recommended }: Readonly<Record<OutlookRow['role'], Strategy | null>>,
  options: NeedOptions,
): Needs => {
  const order = plan === null ? [today, recommended] : [plan, recommended, today]
  const named = order.find((strategy) => goalOf(strategy) !== null) ?? null
  const own = (strategy: Strategy | null): Need | null =>
    needOf(goalOf(strategy) === null ? named : strategy, options)
  return {
    need: needOf(named, options),
    ownNeeds: { today: own(today), plan: own(plan), recommended: own(recommended) },
  }
}

/** The salary that a need is a share of, dollars a year: the file's, which no lever moves, else the entered one. */
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
 * The verdict: income reaches the need in poor markets, in typical ones only, or in neither. Our rule, not a service
 * result. Compares whole dollars, as a screen shows them.
 */
export interface Verdict {
  readonly kind: 'enough' | 'typicalOnly' | 'short' | 'unknown'
  /** Income less need, whole dollars a month; negative if short. */
  readonly poorGap: number | null
  readonly typicalGap: number | null
}

export const verdictOf = (outlook: Outlook, need: Need | null): Verdict => {
  const gap = (income: MarketIncome | null) =>
    income && need && wholeDifference(income.month, need.month)
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

/** One row of the comparison: today, the plan with the levers, or the recommendation. */
export interface OutlookRow {
  readonly role: 'today' | 'plan' | 'recommended'
  readonly outlook: Outlook
  /** What the verdict is measured against. */
  readonly need: Need | null
  readonly verdict: Verdict
  /**
   * Typical income less that of the base, whole dollars a month as shown. The base is today, or the plan if today is missing. `null` for the base itself, if either is unknown, and if
   * they are of different percentiles, which says nothing about the strategies.
   */
  readonly more: number | null
}

interface RowsInput {
  /** Current of the forecast without inputs. */
  readonly today: Strategy | null
  /** Current of the forecast with the levers; `null` while no lever is moved. */
  readonly plan: Strategy | null
  /** The lever's retirement age; `null` while it is not moved. */
  readonly planAge: number | null
  readonly recommended: Strategy | null
  /** The need of every row without `ownNeeds`. */
  readonly need: Need | null
  readonly ownNeeds?: Needs['ownNeeds']
  readonly choice: MarketChoice
}

/** Today, Plan and Recommended, each if its strategy is known, and each against the need of its own answer. */
export const outlookRows = ({
  today,
  plan,
  planAge,
  recommended,
  need: common,
  ownNeeds,
  choice,
}: RowsInput): readonly OutlookRow[] => {
  const outlooks = [
    { role: 'today', outlook: today && outlookOf(today, choice) },
    { role: 'plan', outlook: plan && outlookAt(plan, planAge, choice) },
    { role: 'recommended', outlook: recommended && outlookOf(recommended, choice) },
  ] as const
  const compared = outlooks.find(({ role, outlook }) => role !== 'recommended' && outlook !== null)
  const before = compared?.outlook?.typical ?? null
  return outlooks.flatMap(({ role, outlook }): OutlookRow[] => {
    if (outlook === null) return []
    const after = outlook.typical
    const more =
      role === compared?.role || before === null || after?.percentile !== before.percentile
        ? null
        : wholeDifference(after.month, before.month)
    const need = ownNeeds === undefined ? common : ownNeeds[role]
    return [{ role, outlook, need, verdict: verdictOf(outlook, need), more }]
  })
}
