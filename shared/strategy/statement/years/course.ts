import type { Percentile, Series } from '../../../express/reading.ts'
import {
  incomeFlow,
  sourceOf,
  type IncomeFlow,
  type IncomeSource,
} from '../../charts/income-by-source.ts'
import { percentileAt, type AccountMapping } from '../../pick.ts'
import { strategiesInYears } from '../../read-as.ts'
import { exactAmount, shownAmount } from '../amount.ts'
import type { Figure, Step } from '../../../figures/figure.ts'
import {
  afterTax,
  figure,
  fitted,
  fromAnswer,
  inParentheses,
  step,
  sumOf,
  toMonths,
} from '../make.ts'
import { gapOf, type Gap, type Goal } from '../goal.ts'
import { incomeOf } from '../incomes.ts'
import { levelCourse } from './level-course.ts'
import { pensionRule } from '../../../training/assumptions.ts'
import { outsidePlans } from './outside-plans.ts'
import { converted, goalAt, type Prices } from './prices.ts'
import {
  percentilePath,
  basisWords,
  dollarsIn,
  idOf,
  isDrawn,
  isTraining,
  pathOf,
  seriesPath,
  type Side,
} from '../side.ts'

/**
 * A strategy's income over the years in one market, for its chart, with the figures at each age.
 * `yearly` means that the answer has figures for each year, `level` that it has one figure for all
 * years, and `none` that it has nothing for this age.
 */

export interface SourceFigure {
  readonly key: string
  readonly label: string
  readonly kind: IncomeSource['kind']
  readonly figure: Figure
}

/**
 * A year's income, dollars a month. The sources add up to `beforeTax`, and `beforeTax` minus `tax`
 * is `keeps`.
 */
export interface YearFigures {
  readonly age: number
  readonly sources: readonly SourceFigure[]
  /** `null` if taxes were not sent; the sources then add up to `keeps`. */
  readonly beforeTax: Figure | null
  readonly tax: Figure | null
  readonly keeps: Figure
  /** The goal in the same dollars. */
  readonly goal: Figure | null
  /**
   * The gap to the goal. It is also `null` for years before retirement, because there is pay in
   * those years.
   */
  readonly gap: Gap | null
}

export interface Course {
  readonly kind: 'yearly' | 'level' | 'none'
  /** A sentence about why there are no yearly figures; empty if there are. */
  readonly why: string
  /** True if Social Security starts later and is not included in any of the course's figures. */
  readonly lacksSocialSecurity: boolean
  /** The income flow for the chart, in dollars a year; `null` if there is none. */
  readonly flow: IncomeFlow | null
  /** The goal for the chart, dollars a month as sent; `null` without a goal. */
  readonly goalLine: number | null
  /** The figures at an age; `null` if the answer has none. */
  readonly at: (age: number, prices?: Prices | null) => YearFigures | null
}

interface Drawn {
  readonly side: Side
  readonly entry: Percentile
  readonly flow: IncomeFlow
  readonly goal: Goal | null
  /** The series of each source by its key, with their paths in the answer; looked up once for all years. */
  readonly series: ReadonlyMap<string, readonly Placed[]>
}

interface Placed {
  readonly series: Series
  readonly place: string
}

const placed = (series: Series, { incomeSources }: Percentile): Placed => ({
  series,
  place: seriesPath('IncomeSources', series, incomeSources),
})

const incomeSteps = (
  { side, entry }: Drawn,
  series: readonly Placed[],
  age: number,
): readonly Step[] =>
  series.flatMap(({ series: one, place }) => {
    const value = one.values[one.ages.lastIndexOf(age)]
    if (value === undefined || !Number.isFinite(value)) return []
    const path = percentilePath(side, entry)
    return [fromAnswer(value, `${path}.${place}.Values[${age}].Value`)]
  })

/** The year's figures before they are adjusted to add up. */
const rawYear = (drawn: Drawn, age: number, prices: Prices | null) => {
  const { side, entry, flow } = drawn
  const months = toMonths(side.units.readAs.incomeSources)
  const end = prices === null ? '' : `/${prices.key}`
  const id = (name: string) => `${idOf(side)}/p${entry.percentage ?? ''}/${name}@${age}${end}`
  const made = (
    name: string,
    steps: readonly Step[],
    sentence: string,
    tax: 'before' | 'after',
    rule = '',
  ) =>
    steps.length === 0
      ? null
      : figure({
          id: id(name),
          tax: name === 'tax' ? '' : tax,
          dollarsOf: prices?.dollarsOf ?? dollarsIn(side),
          steps: converted(
            [...(steps.length > 1 ? [inParentheses(steps)] : steps), ...months],
            age,
            prices,
          ),
          sentence,
          basis: basisWords(side, 'incomeSources', tax),
          rule,
        })
  const sources = flow.sources.flatMap((source) => {
    const series = drawn.series.get(source.key) ?? []
    const found = made(
      source.key,
      incomeSteps(drawn, series, age),
      `What ${source.label} pays a month at ${age}${isTraining(side) ? ', before tax' : ''}.`,
      'before',
      source.kind === 'pension' && isTraining(side)
        ? pensionRule
        : outsidePlans(side, series[0]?.series.account ?? ''),
    )
    return found === null ? [] : [{ source, figure: found }]
  })
  const index = flow.ages.indexOf(age)
  const taxAt = flow.taxes?.[index]
  const taxes = side.strategy.percentiles.includes(entry) ? entry.taxes : null
  const column = taxes !== null && taxes.ages.length > 0
  const sent = column ? taxes.values[taxes.ages.lastIndexOf(age)] : undefined
  const among = column ? [] : flow.taxKeys.flatMap((key) => drawn.series.get(key) ?? [])
  const path = `${percentilePath(side, entry)}.Taxes.Values[${age}].Value`
  const taxSteps =
    taxAt === undefined || flow.taxes === null
      ? []
      : column
        ? sent === undefined
          ? [step('+', 0, { from: 'constant', what: 'no tax is sent for this age' })]
          : [fromAnswer(sent, path)]
        : incomeSteps(drawn, among, age).map((each): Step => ({ ...each, sign: '−' }))
  const tax = made('tax', taxSteps, `Federal tax a month at ${age}.`, 'before')
  return { sources, tax, id }
}

/**
 * The strategy's sustainable income if it equals the year's income, so that both show the same
 * dollars.
 */
const sustained = ({ side, entry, flow }: Drawn, age: number, kept: number): Figure | null => {
  if ((flow.retirementAge ?? age) > age) return null
  const income = incomeOf(side, entry)
  return income !== null && Math.abs(exactAmount(income) - kept) < 1 ? income : null
}

const sumSentence = (age: number) => `What is left to spend a month at ${age}.`

/**
 * A year's figures, adjusted so that sources, taxes and the remaining income add up to the dollar.
 */
const yearOf = (drawn: Drawn, age: number, prices: Prices | null): YearFigures | null => {
  const { side } = drawn
  const goal = goalAt(drawn.goal, age, prices)
  const { sources, tax, id } = rawYear(drawn, age, prices)
  if (sources.length === 0) return null
  const gross = sources.reduce((sum, each) => sum + exactAmount(each.figure), 0)
  const taxShown = tax === null ? 0 : shownAmount(tax)
  const kept = gross - (tax === null ? 0 : exactAmount(tax))
  const level = prices === null ? sustained(drawn, age, kept) : null
  const keptShown = level === null ? Math.round(kept) : shownAmount(level)
  /** The sum that the sources must add up to. */
  const target = figure({
    id: 'target',
    steps: [step('+', keptShown + taxShown, { from: 'constant', what: '' })],
    sentence: '',
    basis: '',
  })
  if (target === null) return null
  const parts = fitted(
    sources.map(({ source, figure: part }) => ({
      figure: part,
      steady: source.kind === 'socialSecurity' || source.kind === 'pension',
    })),
    target,
  )
  const named = sources.map(({ source: { key, label, kind } }, index): SourceFigure => ({
    key,
    label,
    kind,
    figure: parts[index] ?? target,
  }))
  const together = named.map(({ figure: part, label }) => [part, label] as const)
  const basis = basisWords(side, 'incomeSources', 'after')
  const before = sumOf(together, {
    id: id('before-tax'),
    sentence: `All income a month at ${age} before tax.`,
    basis: basisWords(side, 'incomeSources', 'before'),
  })
  if (before === null) return null
  const year = { age, sources: named, goal: goal?.figure ?? null }
  // Before retirement there is also pay.
  const isWorking = age < (drawn.flow.retirementAge ?? age)
  const gap = (keeps: Figure) => (isWorking ? null : gapOf(keeps, goal))
  if (tax === null) {
    const keeps: Figure = {
      ...before,
      id: id('keeps'),
      tax: 'after',
      sentence: sumSentence(age),
      basis,
    }
    return { ...year, beforeTax: null, tax: null, keeps, gap: gap(keeps) }
  }
  const keeps = afterTax(before, tax, { id: id('keeps'), sentence: sumSentence(age), basis })
  return keeps && { ...year, beforeTax: before, tax, keeps, gap: gap(keeps) }
}

const none = (why: string): Course => ({
  kind: 'none',
  why,
  lacksSocialSecurity: false,
  flow: null,
  goalLine: null,
  at: () => null,
})

const lineOf = (goal: Goal | null): number | null => goal && exactAmount(goal.figure)

/**
 * The flow with its pensions renamed, because in a plan with a claim age they include Social
 * Security.
 */
const named = (flow: IncomeFlow, { saved }: Side): IncomeFlow =>
  saved.claim === undefined
    ? flow
    : {
        ...flow,
        sources: flow.sources.map((source) =>
          source.kind === 'pension'
            ? {
                ...source,
                label:
                  (saved.profile?.pensions ?? []).length > 0
                    ? 'Pension and Social Security'
                    : 'Social Security, as a pension',
              }
            : source,
        ),
      }

/**
 * A strategy's income over the years at the percentile nearest to `percentage`, which is `null` for
 * a market that was not sent. Its years are compared with `goal`.
 */
export const courseOf = (
  side: Side,
  percentage: number | null,
  goal: Goal | null,
  mappings: readonly AccountMapping[],
): Course => {
  if (percentage === null) return none('The answer has no incomes for these markets.')
  const entry = percentileAt(side.strategy, percentage)
  const [inYears] = strategiesInYears([side.strategy], side.units.readAs)
  if (entry === null || inYears === undefined)
    return none('The answer has no incomes for this strategy.')
  const flow = named(incomeFlow(inYears, percentage, mappings), side)
  if (!isDrawn(side)) {
    return (
      levelCourse(side, entry, goal, flow.ages, (strategy) =>
        courseOf(
          { ...side, strategy, path: pathOf(side.saved, strategy), age: strategy.retirementAge },
          percentage,
          goal,
          mappings,
        ),
      ) ??
      none(
        `The answer has no income for retiring at ${side.age ?? 'this age'}; it draws this strategy at ${side.strategy.retirementAge ?? 'an age that it does not name'}.`,
      )
    )
  }
  if (flow.sources.length === 0)
    return none('The answer has no income by source for this strategy.')
  const series = new Map<string, readonly Placed[]>()
  for (const [key, own] of Map.groupBy(entry.incomeSources, (one) => sourceOf(one, mappings).key))
    series.set(
      key,
      own.map((one) => placed(one, entry)),
    )
  const drawn: Drawn = { side, entry, flow, goal, series }
  const known = new Map<string, YearFigures | null>()
  return {
    kind: 'yearly',
    why: '',
    lacksSocialSecurity: false,
    flow,
    goalLine: lineOf(goal),
    at: (age, prices = null) => {
      if (age < (flow.ages[flow.start] ?? Number.POSITIVE_INFINITY)) return null
      const key = `${age}/${prices?.key ?? ''}`
      const year = known.get(key)
      if (year !== undefined) return year
      const made = yearOf(drawn, age, prices)
      known.set(key, made)
      return made
    },
  }
}

/**
 * The year's sources after gathering, as in charts with many accounts; `parts` are the keys of the gathered sources.
 */
export const gathered = (
  year: YearFigures,
  shown: readonly Pick<IncomeSource, 'key' | 'label' | 'kind' | 'parts'>[],
): readonly SourceFigure[] =>
  shown.flatMap(({ key, label, kind, parts }): SourceFigure[] => {
    const own = year.sources.filter((source) => (parts ?? [key]).includes(source.key))
    const [only] = own
    if (only === undefined) return []
    if (parts === undefined) return [only]
    const together = sumOf(
      own.map((source) => [source.figure, source.label] as const),
      {
        // The keys are part of the id, because charts gather different accounts.
        id: `${year.keeps.id}/${own.map((source) => source.key).join('+')}`,
        sentence: `What ${label} pay a month at ${year.age}.`,
        basis: only.figure.basis,
      },
    )
    return together === null ? [] : [{ key, label, kind, figure: together }]
  })
