import type { Course } from '#shared/strategy/statement/years/course.ts'
import {
  incomeChart,
  type IncomeChart,
  type ChartSource,
} from '#shared/strategy/statement/years/income-chart.ts'
import type { Goal } from '#shared/strategy/statement/goal.ts'
import { said, signOf } from '#shared/strategy/statement/said.ts'
import { drawAgeChart } from './age-chart.ts'
import type { Write } from './figures.ts'
import { accountInks, ink, otherInks, pensionInk, socialSecurityInk } from './ink.ts'
import { plainText } from './printed.ts'
import { box, stroke, type Sheet } from './sheet.ts'

/**
 * Maximum number of accounts with their own color; on paper, readers cannot tell more colors apart.
 */
const accountsAlone = 5

/** Makes the chart of yearly incomes from retirement on; `null` if the answer has none. */
export const chartOf = (course: Course): IncomeChart | null => incomeChart(course, accountsAlone)

const colorOf = ({ kind }: ChartSource, index: number): string => {
  if (kind === 'socialSecurity') return socialSecurityInk
  if (kind === 'pension') return pensionInk
  const inks = kind === 'account' ? accountInks : otherInks
  return inks[index % inks.length] ?? ink.strong
}

interface DrawnIncome {
  /** Incomes that stay level are drawn as one unbroken block. */
  readonly course: Pick<Course, 'kind'>
  readonly chart: IncomeChart
  readonly goal: Goal | null
  readonly write: Write
  /** Like `write`, for figures that the report has already explained. */
  readonly writeAlike: Write
  readonly mask: (text: string) => string
}

const altOf = ({ chart: { ages, years }, goal, writeAlike: write, mask }: DrawnIncome) => {
  const first = years[0] ?? null
  const start = (first?.sources ?? [])
    .filter(({ figure }) => signOf(figure) !== 0)
    .map(({ label, figure }) => `${mask(label)} ${plainText(write(figure))}`)
    .join(', ')
  const taxed =
    first === null || first.tax === null
      ? ''
      : `, less taxes of ${plainText(write(first.tax))}, which leaves ${plainText(write(first.keeps))}`
  return `Income a month from age ${ages[0] ?? 0} to ${ages.at(-1) ?? 0}: ${start} at the start${taxed}.${goal === null ? '' : ` Goal: ${plainText(write(goal.figure))}.`}`
}

/**
 * Draws stacked bars: taxes are the lost part at the top, and the goal is a line. Charts that are compared share
 * `most`.
 */
export const drawIncome = (
  sheet: Sheet,
  drawn: DrawnIncome,
  height: number,
  most = drawn.chart.most,
): void => {
  const { course, chart, goal, write, mask } = drawn
  const { ages, taxes, net, goal: line } = chart
  const sources = chart.sources.map((source) => {
    const alike = chart.sources.filter(({ kind }) => kind === source.kind)
    return { ...source, color: colorOf(source, alike.indexOf(source)) }
  })
  drawAgeChart(sheet, {
    ages,
    height,
    most,
    legendWidth: 124,
    alt: altOf(drawn),
    entries: [
      taxes !== null && {
        label: 'Taxes, paid out of the income',
        color: ink.taxes,
        mark: 'square',
      },
      ...sources
        .map(({ label, color }) => ({ label: mask(label), color, mark: 'square' as const }))
        .reverse(),
      taxes !== null && { label: 'What you keep', color: ink.text, mark: 'line' },
      goal !== null && {
        label: said`Your goal ${write(goal.figure)}`,
        color: ink.text,
        mark: 'dashed',
      },
    ],
    draw: ({ left, width, y }) => {
      const slot = width / ages.length
      const between = course.kind === 'level' ? 0 : Math.min(1.2, slot * 0.15)
      const bar = Math.max(0.6, slot - between)
      const bars = ages.map((_, index) => {
        const at = left + index * slot + (slot - bar) / 2
        const pieces: { low: number; high: number; fill: string }[] = []
        let high = 0
        for (const { heights, color } of sources) {
          const low = high
          high += Math.max(0, heights[index] ?? 0)
          pieces.push({ low, high, fill: color })
        }
        pieces.push({ low: Math.max(0, high - (taxes?.[index] ?? 0)), high, fill: ink.taxes })
        return pieces
          .filter(({ low, high: top }) => top > low)
          .map(({ low, high: top, fill }) => box([at, y(top), bar, y(low) - y(top)], { fill }))
      })
      const kept = net.flatMap((value, index) => {
        const top = y(Math.max(0, value))
        return [left + index * slot, top, left + (index + 1) * slot, top]
      })
      const wanted = line === null ? 0 : y(line)
      return {
        marks: [
          ...bars,
          taxes !== null && stroke(kept, ink.text, 0.9),
          line !== null && stroke([left, wanted, left + width, wanted], ink.text, 1, true),
        ],
        center: (age) => left + (age - (ages[0] ?? 0) + 0.5) * slot,
      }
    },
  })
}
