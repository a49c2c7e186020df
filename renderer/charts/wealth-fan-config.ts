import { alignTo } from '#shared/strategy/age-columns.ts'
import { medianOf, type WealthFan } from '#shared/strategy/wealth-fan.ts'
import { dollars, dollarsShort } from '../lib/format.ts'
import { drawEndLabels, drawVerticals, labelRoom, type EndLabel } from './marks.ts'
import { bottomAxis, commonOptions, moneyAxis, tooltipColors } from './picture.ts'
import type { LegendEntry, LinePicture, Played, Point } from './picture.ts'
import type { ChartTokens } from './tokens.ts'

type Dataset = LinePicture['data']['datasets'][number]

const pointsOf = (ages: Float64Array, values: Float64Array): Point[] =>
  [...ages].flatMap((x, index) => {
    const y = values[index]
    return y === undefined || Number.isNaN(y) ? [] : [{ x, y }]
  })

/** All values over one list of ages, so that the tooltip reads every strategy at the age under the pointer. */
const aligned = (fans: readonly Played<WealthFan>[]) => {
  const ages = Float64Array.from(new Set(fans.flatMap(({ view }) => [...view.ages]))).sort()
  return fans.map((fan) => ({
    ...fan,
    view: {
      ...fan.view,
      ages,
      columns: fan.view.columns.map((column) => ({
        ...column,
        values: alignTo(ages, { ages: fan.view.ages, values: column.values }, Number.NaN),
      })),
    },
  }))
}

const plain = {
  pointRadius: 0,
  pointHitRadius: 0,
  pointHoverRadius: 3,
  tension: 0.15,
  spanGaps: true,
} as const

/** Lines from the outside in: each pair of percentiles becomes a band, what is left in the middle a line. */
const datasetsOf = ({ role, name, view }: Played<WealthFan>, tokens: ChartTokens): Dataset[] => {
  const color = tokens[role]
  const median = medianOf(view)
  const edges = view.columns.filter((column) => column !== median)
  const below = edges.filter(({ percentage }) => (percentage ?? 101) < 50)
  const above = edges.filter(({ percentage }) => (percentage ?? 101) >= 50).reverse()
  const pairs = below
    .slice(0, above.length)
    .map((low, index) => ({ low, high: above[index] ?? low }))
  const bands = pairs.flatMap(({ low, high }): Dataset[] => [
    {
      label: `${name} – ${low.label}`,
      data: pointsOf(view.ages, low.values),
      borderColor: `${color}66`,
      borderWidth: 1,
      order: 10,
      ...plain,
    },
    {
      label: `${name} – ${high.label}`,
      data: pointsOf(view.ages, high.values),
      borderColor: `${color}66`,
      borderWidth: 1,
      backgroundColor: `${color}${role === 'current' ? '1f' : tokens.bandAlpha}`,
      fill: '-1',
      order: 10,
      ...plain,
    },
  ])
  if (median === null) return bands
  const line: Dataset = {
    label: `${name} – ${median.label}`,
    data: pointsOf(view.ages, median.values),
    borderColor: color,
    backgroundColor: color,
    borderWidth: role === 'current' ? 2 : 2.5,
    borderDash: role === 'current' ? [6, 4] : [],
    order: 1,
    ...plain,
  }
  return [...bands, line]
}

const endLabelsOf = (fans: readonly Played<WealthFan>[], tokens: ChartTokens): EndLabel[] =>
  fans.flatMap(({ role, name, view }) => {
    const points = pointsOf(view.ages, medianOf(view)?.values ?? new Float64Array())
    const last = points.at(-1)
    return last
      ? [{ value: last.y, label: `${name} ${dollarsShort(last.y)}`, color: tokens[role] }]
      : []
  })

/** The largest value of all fans: the axis that side-by-side pictures share. */
export const fanMaximum = (fans: readonly Played<WealthFan>[]): number => {
  const values = fans.flatMap(({ view }) => view.columns.flatMap((column) => [...column.values]))
  return values.reduce((largest, value) => (value > largest ? value : largest), 0)
}

/** Wealth by age: a filled band between the outer percentiles, the middle one as a line, retirement marked. */
export const wealthFanPicture = (
  fans: readonly Played<WealthFan>[],
  tokens: ChartTokens,
  maximum = fanMaximum(fans),
): LinePicture => {
  const drawn = aligned(fans)
  const labels = endLabelsOf(fans, tokens)
  const retirements = new Map<number, string[]>()
  for (const { name, view } of fans) {
    if (view.retirementAge !== null)
      retirements.set(view.retirementAge, [...(retirements.get(view.retirementAge) ?? []), name])
  }
  const ages = drawn[0]?.view.ages ?? new Float64Array()
  return {
    type: 'line',
    data: { datasets: drawn.flatMap((fan) => datasetsOf(fan, tokens)) },
    options: {
      ...commonOptions(tokens),
      layout: { padding: { top: 22, right: labelRoom(labels, tokens) } },
      scales: {
        x: {
          type: 'linear',
          min: ages.at(0) ?? 0,
          max: ages.at(-1) ?? 1,
          ...bottomAxis(tokens, 'Age'),
        },
        y: moneyAxis(tokens, maximum),
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          ...tooltipColors(tokens),
          callbacks: {
            title: (items) => `Age ${items[0]?.parsed.x ?? ''}`,
            label: (item) => ` ${item.dataset.label ?? ''}: ${dollars(item.parsed.y)}`,
          },
        },
      },
    },
    plugins: [
      {
        id: 'marks',
        afterDatasetsDraw: (chart) => {
          const who = (names: readonly string[]): string =>
            retirements.size > 1 ? ` (${names.join(', ')})` : ''
          drawVerticals(
            chart,
            tokens,
            [...retirements].map(([at, names]) => ({
              at,
              label: `Retires at ${at}${who(names)}`,
              color: tokens.muted,
            })),
          )
          drawEndLabels(chart, tokens, labels)
        },
      },
    ],
  }
}

/** What the strokes and bands mean. */
export const wealthFanLegend = (
  fans: readonly Played<WealthFan>[],
  tokens: ChartTokens,
): LegendEntry[] =>
  fans.flatMap(({ role, name, view }) => {
    const [low, high] = [view.columns.at(0), view.columns.at(-1)]
    const median = medianOf(view)
    const line: LegendEntry[] = median
      ? [
          {
            label: `${name}, ${median.label.toLowerCase()}`,
            color: tokens[role],
            shape: role === 'current' ? 'dashed' : 'line',
            hatch: 'none',
          },
        ]
      : []
    const wide = low && high && low !== high
    const band: LegendEntry[] = wide
      ? [
          {
            label: `${name}, ${low.label.toLowerCase()} to ${high.label.toLowerCase()}`,
            color: `${tokens[role]}55`,
            shape: 'band',
            hatch: 'none',
          },
        ]
      : []
    return [...line, ...band]
  })
