import type { Course, YearFigures } from '#shared/strategy/statement/years/course.ts'
import type { Prices } from '#shared/strategy/statement/years/prices.ts'
import { gathered } from '#shared/strategy/statement/years/course.ts'
import { converted } from '#shared/strategy/charts/dollars-of.ts'
import type { IncomeFlow, IncomeSource } from '#shared/strategy/charts/income-by-source.ts'
import { alignTo } from '#shared/strategy/pick.ts'
import { areHidden } from '../board.ts'
import { hatchCss, partCss } from '../hatch.ts'
import { rangeOf, type Plot, type ReadoutRow } from './plot.ts'
import type { ChartTokens, SourceStyle } from '../tokens.ts'

/** The keys that hide a source: its own key, or the keys of the accounts combined in it. */
export const keysOf = ({ key, parts }: Pick<IncomeSource, 'key' | 'parts'>): readonly string[] =>
  parts ?? [key]

/**
 * The style of each source by key, the same for every strategy. Accounts get their styles in order
 * of appearance.
 */
export const sourceStyles = (
  incomes: readonly Pick<IncomeFlow, 'sources'>[],
  tokens: ChartTokens,
): Map<string, SourceStyle> => {
  const styles = new Map<string, SourceStyle>()
  let accounts = 0
  for (const source of incomes.flatMap(({ sources }) => sources)) {
    if (styles.has(source.key)) continue
    const style =
      source.kind === 'account'
        ? tokens.accounts[accounts % tokens.accounts.length]
        : tokens[source.kind]
    if (source.kind === 'account') accounts += 1
    styles.set(source.key, style ?? tokens.other)
  }
  return styles
}

interface IncomePlotOptions {
  readonly kind: Course['kind']
  /** Dollars a month as sent; `null` draws no line. */
  readonly goal: number | null
  readonly prices: Prices | null
  readonly styles: ReadonlyMap<string, SourceStyle>
  readonly hidden: ReadonlySet<string>
  /** The axes that all strategies share: the highest value in dollars a month, and the ages. */
  readonly most: number
  readonly x: Float64Array
}

/** Upper end of the axis: the largest month before taxes, or the goal if larger, rounded up to the next $1,000. */
export const incomeMost = (
  incomes: readonly IncomeFlow[],
  goal: number,
  prices: Prices | null,
): number => {
  const factor = prices?.at ?? null
  const totals = incomes.map(({ ages, totals: each }) => converted(ages, each, factor))
  return Math.max(1000, Math.ceil(Math.max(goal, rangeOf(totals).most / 12) / 1000) * 1000)
}

/**
 * Plots dollars a month by age before taxes, stacked by source, with the steadiest source at the
 * bottom. Taxes are the hatched part at the top; the line below them is income after tax; the
 * dashed line is the goal. Hiding a source lowers the bars, but not the line.
 */
export const incomePlot = (
  income: IncomeFlow,
  tokens: ChartTokens,
  { kind, goal, prices, styles, hidden, most, x }: IncomePlotOptions,
): Plot => {
  const { ages, retirementAge, taxes, net, totals } = income
  const from = Math.max(0, income.start)
  const shown = ages.slice(from)
  const first = x[0] ?? 0
  const factor = prices?.at ?? null
  /** Dollars a month, converted and aligned with the ages of the axis. */
  const over = (values: Float64Array): Float64Array =>
    alignTo(
      x,
      {
        ages: shown,
        values: converted(shown, values.slice(from), factor).map((value) => value / 12),
      },
      Number.NaN,
    )
  const color = tokens.goal
  const bars = income.sources.flatMap((source) =>
    areHidden(hidden, keysOf(source))
      ? []
      : [{ values: over(source.values), style: styles.get(source.key) ?? tokens.other }],
  )
  return {
    x,
    xWords: String,
    ticks: 5,
    most,
    stack: bars,
    unbroken: kind === 'level',
    part: taxes === null ? null : { low: over(net), high: over(totals), color: tokens.muted },
    before:
      (shown[0] ?? first) > first ? { until: shown[0] ?? first, label: 'still working' } : null,
    lines: [
      { values: over(net), color: tokens.text, width: 2, dash: [], steps: true },
      ...(goal === null || factor === null
        ? []
        : [
            {
              values: x.map((age) => goal * factor(age)),
              color,
              width: 1.5,
              dash: [6, 4],
              steps: true,
            },
          ]),
    ],
    level: goal === null || factor !== null ? null : { at: goal, color },
    marks:
      retirementAge === null || retirementAge <= (x[0] ?? 0)
        ? []
        : [{ at: retirementAge, label: `Retires at ${retirementAge}` }],
    least: Math.min(0, rangeOf(bars.map(({ values }) => values)).least),
  }
}

/**
 * The readout at an age: sources before taxes from the top of the stack, then the total before tax,
 * tax, income after tax, the goal, and the shortfall or surplus. Amounts add up in this order.
 * Level income is one figure without parts.
 */
export const incomeReadout = (
  year: YearFigures,
  shown: readonly IncomeSource[],
  kind: Course['kind'],
  tokens: ChartTokens,
  styles: ReadonlyMap<string, SourceStyle>,
): ReadoutRow[] => {
  const figures = kind === 'level' ? [] : gathered(year, shown)
  const rows: (ReadoutRow | false)[] = [
    ...figures.toReversed().map(({ key, label, kind, figure }): ReadoutRow => {
      const style = styles.get(key) ?? tokens.other
      const source = shown.find((each) => each.key === key)
      return {
        key,
        label,
        color: style.color,
        shape: 'fill',
        hatch: hatchCss(style, tokens.surface),
        cells: [figure],
        ...(kind === 'account' && source ? { accounts: keysOf(source) } : {}),
      }
    }),
    year.beforeTax !== null && {
      key: 'beforeTax',
      label: 'Before tax',
      color: tokens.text,
      shape: 'none',
      cells: [year.beforeTax],
    },
    year.tax !== null && {
      key: 'tax',
      label: 'Federal tax',
      color: tokens.muted,
      shape: 'hatch',
      hatch: partCss(tokens.muted),
      cells: [year.tax],
    },
    // An income that is known only before tax is in the row above.
    year.keeps.tax === 'after' && {
      key: 'keeps',
      label: year.tax !== null ? 'Keeps' : kind === 'level' ? 'Income' : 'Together',
      color: tokens.text,
      shape: 'line',
      strong: true,
      cells: [year.keeps],
    },
    year.goal !== null && {
      key: 'goal',
      label: 'Goal',
      color: tokens.goal,
      shape: 'dashed',
      cells: [year.goal],
    },
    year.gap !== null &&
      year.gap.kind !== 'even' && {
        key: 'gap',
        label: year.gap.kind === 'short' ? 'Short' : 'Over',
        color: tokens.text,
        shape: 'none',
        strong: true,
        cells: [year.gap.figure],
      },
  ]
  return rows.filter((row) => row !== false)
}
