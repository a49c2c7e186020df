import type { IncomeBySource, IncomeSource } from '#shared/strategy/income-by-source.ts'
import { dollars, dollarsShort } from '../lib/format.ts'
import { hatchCss, hatchFill } from './hatch.ts'
import { drawLevel, drawVerticals } from './marks.ts'
import { bottomAxis, commonOptions, moneyAxis, tooltipColors } from './picture.ts'
import type { BarPicture, LegendEntry } from './picture.ts'
import type { ChartTokens, SourceStyle } from './tokens.ts'

/** Colours by source key, the same for every strategy: accounts take theirs in the order they first appear. */
export const sourceStyles = (
  incomes: readonly IncomeBySource[],
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

/** Sources of all strategies, once each. */
export const sourcesOfAll = (incomes: readonly IncomeBySource[]): IncomeSource[] => {
  const sources = new Map<string, IncomeSource>()
  for (const source of incomes.flatMap((income) => income.sources)) {
    if (!sources.has(source.key)) sources.set(source.key, source)
  }
  return [...sources.values()]
}

/** The largest total of all strategies, or the goal, with a little room: the axis they share. */
export const incomeMaximum = (incomes: readonly IncomeBySource[], goal: number | null): number =>
  Math.max(goal ?? 0, ...incomes.flatMap(({ totals }) => [...totals])) * 1.06

/** How far the axis reaches below zero for what is taken off, such as taxes, dollars; 0 where nothing is. */
export const incomeMinimum = (incomes: readonly IncomeBySource[]): number => {
  const takenOff = incomes.flatMap(({ ages, sources }) =>
    [...ages].map((_, index) =>
      sources.reduce((sum, { values }) => sum + Math.min(0, values[index] ?? 0), 0),
    ),
  )
  return Math.min(0, ...takenOff) * 1.15
}

interface IncomeOptions {
  /** Dollars a year; `null` for no goal line. */
  readonly goal: number | null
  readonly maximum: number
  /** See {@link incomeMinimum}. */
  readonly minimum: number
  readonly styles: ReadonlyMap<string, SourceStyle>
}

/** Income stacked by age, steadiest source at the bottom; years before the first income are left out. */
export const incomePicture = (
  income: IncomeBySource,
  tokens: ChartTokens,
  options: IncomeOptions,
): BarPicture => {
  const first = Math.max(0, income.totals.findIndex((total) => total > 0) - 1)
  const ages = [...income.ages.slice(first)]
  const retirement = income.retirementIndex - first
  const axis = moneyAxis(tokens, options.maximum)
  return {
    type: 'bar',
    data: {
      labels: ages,
      datasets: income.sources.map((source) => {
        const style = options.styles.get(source.key) ?? tokens.other
        return {
          label: source.label,
          data: [...source.values.slice(first)].map((y, x) => ({ x, y })),
          backgroundColor: hatchFill(style, tokens.surface),
          hoverBackgroundColor: style.color,
          borderWidth: 0,
          barPercentage: 0.9,
          categoryPercentage: 1,
        }
      }),
    },
    options: {
      ...commonOptions(tokens),
      layout: { padding: { top: 22, right: 4 } },
      scales: {
        x: { stacked: true, ...bottomAxis(tokens, 'Age') },
        // The axis ends where the bars do: a round figure below them would leave half of it empty.
        y: {
          stacked: true,
          ...axis,
          ...(options.minimum < 0
            ? { min: options.minimum, ticks: { ...axis.ticks, includeBounds: false } }
            : {}),
        },
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          ...tooltipColors(tokens),
          filter: (item) => item.parsed.y !== 0,
          itemSort: (a, b) => b.datasetIndex - a.datasetIndex,
          callbacks: {
            title: (items) => `Age ${ages[items[0]?.dataIndex ?? 0] ?? ''}`,
            label: (item) => ` ${item.dataset.label ?? ''}: ${dollars(item.parsed.y)}`,
            footer: (items) =>
              `Together: ${dollars(items.reduce((sum, item) => sum + (item.parsed.y ?? 0), 0))}`,
          },
        },
      },
    },
    plugins: [
      {
        id: 'marks',
        afterDatasetsDraw: (chart) => {
          const label = `Retires at ${income.retirementAge ?? ''}`
          if (retirement >= 0)
            drawVerticals(chart, tokens, [{ at: retirement, label, color: tokens.muted }])
          if (options.goal !== null) {
            drawLevel(chart, tokens, {
              at: options.goal,
              label: `Goal ${dollarsShort(options.goal)}`,
              color: tokens.goal,
            })
          }
        },
      },
    ],
  }
}

/** One entry a source, top of the stack first as the eye meets it. */
export const incomeLegend = (
  incomes: readonly IncomeBySource[],
  styles: ReadonlyMap<string, SourceStyle>,
  tokens: ChartTokens,
): LegendEntry[] =>
  sourcesOfAll(incomes)
    .map((source): LegendEntry => {
      const style = styles.get(source.key) ?? tokens.other
      return {
        label: source.label,
        color: style.color,
        shape: 'fill',
        hatch: hatchCss(style, tokens.surface),
      }
    })
    .reverse()
