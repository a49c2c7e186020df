import type { IncomeSource, IncomeFlow } from '#shared/strategy/pictures/income-by-source.ts'
import { alignTo } from '#shared/strategy/pick.ts'
import { dollars } from '../../lib/format.ts'
import { converted, type Factor } from '#shared/strategy/pictures/dollars-of.ts'
import { areHidden, type Played } from '../board.ts'
import { hatchCss } from '../hatch.ts'
import { rangeOf, type Plot, type ReadoutRow } from './plot.ts'
import type { ChartTokens, SourceStyle } from '../tokens.ts'

/** Keys that hide a source: its own, or those of all sources gathered in it. */
export const keysOf = ({ key, parts }: IncomeSource): readonly string[] => parts ?? [key]

/** Colors by source key, the same for every strategy; accounts get theirs in order of appearance. */
export const sourceStyles = (
  incomes: readonly IncomeFlow[],
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
  /** Dollars a month; `null` for no line. */
  readonly need: number | null
  /** Converts the need to the dollars of `income`. */
  readonly factor: Factor | null
  readonly styles: ReadonlyMap<string, SourceStyle>
  readonly hidden: ReadonlySet<string>
  /** Highest value of the charts side by side, dollars a month: their common axis. */
  readonly most: number
}

const inMonths = (values: Float64Array): Float64Array => values.map((value) => value / 12)

/** Each source less its share of the taxes; taxes lie on top, so the stack ends at the gross. */
const netOfTaxes = ({ sources, totals, taxes }: IncomeFlow): readonly Float64Array[] =>
  sources.map(({ values }) =>
    values.map((value, index) => {
      const total = totals[index] ?? 0
      const share = total > 0 ? Math.min(1, (taxes?.[index] ?? 0) / total) : 0
      return (value * (1 - share)) / 12
    }),
  )

/** The same income in other dollars. */
export const incomeIn = (income: IncomeFlow, factor: Factor | null): IncomeFlow => {
  if (factor === null) return income
  const by = (values: Float64Array) => converted(income.ages, values, factor)
  return {
    ...income,
    sources: income.sources.map((source) => ({ ...source, values: by(source.values) })),
    totals: by(income.totals),
    taxes: income.taxes && by(income.taxes),
    net: by(income.net),
  }
}

/** Room of the axis: the largest month before taxes, or the need. */
export const incomeMost = (incomes: readonly IncomeFlow[], need: number): number =>
  Math.max(need, rangeOf(incomes.map(({ totals }) => totals)).most / 12) * 1.04

/**
 * Dollars a month stacked by age, steadiest source at the bottom and taxes on top; a line at income after taxes, a
 * dashed one at the need. All sources bear taxes alike, so the line lies on the bars. A hidden source lowers the bars
 * but not the line.
 */
export const incomePlot = (
  income: IncomeFlow,
  tokens: ChartTokens,
  { need, factor, styles, hidden, most }: IncomePlotOptions,
): Plot => {
  const from = Math.max(0, income.start)
  const cut = (values: Float64Array): Float64Array => values.slice(from)
  const nets = netOfTaxes(income)
  const bars = income.sources.flatMap((source, index) =>
    areHidden(hidden, keysOf(source))
      ? []
      : [
          {
            values: cut(nets[index] ?? new Float64Array()),
            style: styles.get(source.key) ?? tokens.other,
          },
        ],
  )
  const { retirementAge, taxes, net } = income
  const x = cut(income.ages)
  const color = tokens.goal
  return {
    x,
    xWords: String,
    most,
    stack: taxes === null ? bars : [...bars, { values: cut(inMonths(taxes)), style: tokens.taxes }],
    lines: [
      { values: cut(inMonths(net)), color: tokens.text, width: 2, dash: [] },
      ...(need === null || factor === null
        ? []
        : [{ values: x.map((age) => need * factor(age)), color, width: 1.5, dash: [6, 4] }]),
    ],
    level: need === null || factor !== null ? null : { at: need, color },
    marks:
      retirementAge === null || retirementAge <= (x[0] ?? 0)
        ? []
        : [{ at: retirementAge, label: `Retires at ${retirementAge}` }],
    least: Math.min(0, rangeOf(bars.map(({ values }) => values)).least),
  }
}

/** Dollars a month at `age`; an en dash if unknown. */
const monthAt = ({ ages }: IncomeFlow, values: Float64Array | null | undefined, age: number) => {
  const [year = Number.NaN] = values
    ? alignTo(Float64Array.of(age), { ages, values }, Number.NaN)
    : []
  return Number.isNaN(year) ? '–' : dollars(year / 12)
}

/**
 * Sources before taxes as sent, top of the stack first, then taxes, income after taxes, and the need; dollars a month.
 */
export const incomeReadout = (
  incomes: readonly Played<IncomeFlow>[],
  age: number,
  tokens: ChartTokens,
  styles: ReadonlyMap<string, SourceStyle>,
  need: number | null,
  factor: Factor | null,
): ReadoutRow[] => {
  const sources = new Map(
    incomes.flatMap(({ view }) => view.sources).map((source) => [source.key, source]),
  )
  const cells = (read: (view: IncomeFlow) => Float64Array | null | undefined): string[] =>
    incomes.map(({ view }) => monthAt(view, read(view), age))
  const hasTaxes = incomes.some(({ view }) => view.taxes !== null)
  const rows: (ReadoutRow | false)[] = [
    ...[...sources.values()].toReversed().map((source): ReadoutRow => {
      const { key, kind, label } = source
      const style = styles.get(key) ?? tokens.other
      return {
        key,
        label,
        color: style.color,
        shape: 'fill',
        hatch: hatchCss(style, tokens.surface),
        cells: cells((view) => view.sources.find((each) => each.key === key)?.values),
        ...(kind === 'account' ? { accounts: keysOf(source) } : {}),
      }
    }),
    hasTaxes && {
      key: 'taxes',
      label: 'Taxes',
      color: tokens.taxes.color,
      shape: 'fill',
      cells: cells(({ taxes }) => taxes),
    },
    {
      key: 'net',
      label: hasTaxes ? 'You keep' : 'Together',
      color: tokens.text,
      shape: 'line',
      strong: true,
      cells: cells(({ net }) => net),
    },
    need !== null && {
      key: 'need',
      label: 'Need',
      color: tokens.goal,
      shape: 'dashed',
      cells: incomes.map(() => dollars(need * (factor?.(age) ?? 1))),
    },
  ]
  return rows.filter((row) => row !== false)
}
