import type { Strategy } from '#shared/express/reading.ts'
import type { AccountMapping } from '#shared/strategy/pick.ts'
import {
  gatherSources,
  incomeFlow,
  type IncomeSource,
} from '#shared/strategy/pictures/income-by-source.ts'
import type { Need } from '#shared/strategy/outlook/outlook.ts'
import { drawAgeChart } from './age-chart.ts'
import { dollars } from './figures.ts'
import { accountInks, ink, otherInks, pensionInk, socialSecurityInk } from './ink.ts'
import { box, stroke, type Sheet } from './sheet.ts'

/** Whether two figures count as the same: within 2% of the larger. */
const isNear = (one: number, other: number) =>
  Math.abs(one - other) <= 0.02 * Math.max(Math.abs(one), Math.abs(other), 1)

/**
 * How a strategy's income, dollars a month, relates to its chart at the first age. The specification does not say which
 * a service sends.
 */
export const basisOfIncome = (
  { gross, net, taxes }: IncomeView,
  month: number,
): 'afterTaxes' | 'beforeTaxes' | 'apart' => {
  if (isNear(net[0] ?? 0, month)) return 'afterTaxes'
  return taxes !== null && isNear(gross[0] ?? 0, month) ? 'beforeTaxes' : 'apart'
}

/** Accounts with their own color; nobody tells more apart on paper. */
const accountsAlone = 5

const colorOf = ({ kind }: IncomeSource, index: number): string => {
  if (kind === 'socialSecurity') return socialSecurityInk
  if (kind === 'pension') return pensionInk
  const inks = kind === 'account' ? accountInks : otherInks
  return inks[index % inks.length] ?? ink.strong
}

/**
 * Income by source from retirement on, dollars a month at each age, at the percentile nearest `percentage`; null if none
 * was sent. Taxes are paid out of the sources; null if none were sent.
 */
export const incomeView = (
  strategy: Strategy,
  percentage: number,
  mappings: readonly AccountMapping[],
) => {
  const [flow] = gatherSources([incomeFlow(strategy, percentage, mappings)], accountsAlone)
  if (!flow?.sources.length) return null
  const { sources, taxes, retirementIndex } = flow
  const first = retirementIndex < 0 ? flow.start : retirementIndex
  if (first < 0) return null
  const months = (values: Float64Array): readonly number[] =>
    Array.from(values.subarray(first), (year) => year / 12)
  return {
    ages: Array.from(flow.ages.subarray(first)),
    sources: sources.map((source) => {
      const { kind, label, values } = source
      const alike = sources.filter((other) => other.kind === kind)
      return { kind, label, color: colorOf(source, alike.indexOf(source)), months: months(values) }
    }),
    taxes: taxes && months(taxes),
    gross: months(flow.totals),
    net: months(flow.net),
  }
}
export type IncomeView = NonNullable<ReturnType<typeof incomeView>>

const altOf = ({ ages, sources, taxes, net }: IncomeView, need: Need | null) => {
  const start = sources.map(({ label, months }) => `${label} ${dollars(months[0] ?? 0)}`).join(', ')
  const taxed =
    taxes === null
      ? ''
      : `, less taxes of ${dollars(taxes[0] ?? 0)}, which leaves ${dollars(net[0] ?? 0)}`
  return `Income a month from age ${ages[0] ?? 0} to ${ages.at(-1) ?? 0}: ${start} at the start${taxed}.${need === null ? '' : ` Need: ${dollars(need.month)}.`}`
}

/** Least height of the income chart's axis, dollars a month. */
export const mostIncome = ({ gross }: IncomeView, need: Need | null): number =>
  Math.max(...gross, need?.month ?? 0)

/** Stacked bars; taxes are the part at the top that is lost, and the need is a line. Compared charts share `most`. */
export const drawIncome = (
  sheet: Sheet,
  view: IncomeView,
  need: Need | null,
  height: number,
  most = mostIncome(view, need),
): void => {
  const { ages, sources, taxes, net } = view
  drawAgeChart(sheet, {
    ages,
    height,
    most,
    legendWidth: 124,
    alt: altOf(view, need),
    entries: [
      taxes !== null && {
        label: 'Taxes, paid out of the income',
        color: ink.taxes,
        mark: 'square',
      },
      ...sources.map(({ label, color }) => ({ label, color, mark: 'square' as const })).reverse(),
      taxes !== null && { label: 'What you keep', color: ink.text, mark: 'line' },
      need !== null && {
        label: `You need ${dollars(need.month)}`,
        color: ink.text,
        mark: 'dashed',
      },
    ],
    draw: ({ left, width, y }) => {
      const slot = width / ages.length
      const bar = Math.max(0.6, slot - Math.min(1.2, slot * 0.15))
      const bars = ages.map((_, index) => {
        const at = left + index * slot + (slot - bar) / 2
        const pieces: { low: number; high: number; fill: string }[] = []
        let high = 0
        for (const { months, color } of sources) {
          const low = high
          high += Math.max(0, months[index] ?? 0)
          pieces.push({ low, high, fill: color })
        }
        pieces.push({ low: Math.max(0, high - (taxes?.[index] ?? 0)), high, fill: ink.taxes })
        return pieces
          .filter(({ low, high: top }) => top > low)
          .map(({ low, high: top, fill }) => box([at, y(top), bar, y(low) - y(top)], { fill }))
      })
      const kept = net.flatMap((value, index) => {
        const height = y(Math.max(0, value))
        return [left + index * slot, height, left + (index + 1) * slot, height]
      })
      const needed = need === null ? 0 : y(need.month)
      return {
        marks: [
          ...bars,
          taxes !== null && stroke(kept, ink.text, 0.9),
          need !== null && stroke([left, needed, left + width, needed], ink.text, 1, true),
        ],
        center: (age) => left + (age - (ages[0] ?? 0) + 0.5) * slot,
      }
    },
  })
}
