import { columnName } from '#shared/strategy/charts/income-by-source.ts'
import type { IncomeChart } from '#shared/strategy/statement/years/income-chart.ts'
import { marketNames, type Market } from '#shared/strategy/statement/incomes.ts'
import type { StrategyStatement } from '#shared/strategy/statement/statement.ts'
import { wealthOf, type Wealth } from '#shared/strategy/statement/years/wealth.ts'
import { untaxedWords } from '#shared/strategy/statement/words/chart-words.ts'
import { marketLabels } from '#shared/strategy/statement/words/advisor-words.ts'
import { ageTable, drawAgeChart, scaleOf } from './age-chart.ts'
import { rowOf, type ReportFacts, type Role } from './facts.ts'
import { ordinal, type Write } from './figures.ts'
import { basisWords } from './first-page.ts'
import { drawIncome, chartOf } from './income.ts'
import { ink, roleInk, small } from './ink.ts'
import { plainText } from './printed.ts'
import { rehearse, stroke, type Sheet } from './sheet.ts'

/** Pages with charts over ages: income by source, and wealth. */

/** The report's main strategy and then today's, or one of them if they are the same. */
const shownOf = (facts: ReportFacts): readonly StrategyStatement[] => {
  const { lead } = facts
  const today = rowOf(facts, 'today')
  return [
    ...(lead === null ? [] : [lead]),
    ...(today === null || lead?.role === 'today' ? [] : [today]),
  ]
}

/** A table with the income sources, their total, the tax and the remaining income at each age. */
const incomeTable = (sheet: Sheet, { ages, sources, years }: IncomeChart, facts: ReportFacts) => {
  const isTaxed = years.some((year) => year !== null && year.tax !== null)
  const at = (age: number) => years[ages.indexOf(age)] ?? null
  ageTable(
    sheet,
    0.07,
    ages,
    [
      ...sources.map((source) => ({
        label: facts.mask(columnName(source)),
        at: (age: number) => at(age)?.sources.find((one) => one.key === source.key)?.figure,
      })),
      ...(isTaxed
        ? [
            { label: 'Before tax', at: (age: number) => at(age)?.beforeTax },
            { label: 'Tax', at: (age: number) => at(age)?.tax, less: true },
            { label: 'You keep', at: (age: number) => at(age)?.keeps },
          ]
        : []),
    ],
    facts,
  )
}

/**
 * Draws the income of the report's main strategy and of today's; returns false if no answer has an
 * income.
 */
export const incomePart = (sheet: Sheet, facts: ReportFacts, page: number): boolean => {
  const views = shownOf(facts).flatMap((row) => {
    const course = row.course('average')
    const chart = chartOf(course)
    return chart === null ? [] : [{ row, course, chart }]
  })
  if (views.length === 0) return false
  sheet.text(
    'Dollars a month at each age. Taxes are paid out of the sources; what is left is yours.',
    small,
  )
  const most = Math.max(...views.map(({ chart }) => chart.most))
  const drawViews = (on: Sheet, height: number) => {
    for (const { row, course, chart } of views) {
      on.heading(basisWords(facts, row), height + 60)
      const untaxed = untaxedWords(row, chart.years[0] ?? null)
      for (const words of [course.why, untaxed]) if (words.length > 0) on.text(words, small)
      drawIncome(on, { ...facts, course, chart, goal: row.goal }, height, most)
      on.space(6)
      if (course.kind === 'yearly') incomeTable(on, chart, facts)
    }
  }
  // Both incomes are on one page if the charts stay readable; otherwise each has its own page.
  const least = 78
  const left = page - 34 - rehearse(sheet, (endless) => drawViews(endless, least)).height
  drawViews(sheet, left < 0 ? 220 : Math.min(least + left / views.length, 280))
  return true
}

interface Band {
  readonly label: string
  readonly percentile: number | null
  readonly wealth: Wealth
  /** The points of the line: dollars by age. */
  readonly points: readonly (readonly [age: number, dollars: number])[]
}

const bandOf = (row: StrategyStatement, market: Market, label: string): Band | null => {
  const wealth = wealthOf(row, market, [])
  const points = [...wealth.ages].flatMap((age, index) => {
    const value = wealth.wealth[index] ?? Number.NaN
    return Number.isFinite(value) ? [[age, value] as const] : []
  })
  return points.length === 0 ? null : { label, percentile: row.percentiles[market], wealth, points }
}

/** Wealth in poor, average and good markets; `null` without average markets. */
const bandsOf = (row: StrategyStatement) => {
  const [poor = null, average = null, good = null] = marketNames.map((market) =>
    row.percentiles[market] === null ? null : bandOf(row, market, marketLabels[market]),
  )
  return average === null ? null : { row, poor, average, good }
}

/**
 * Draws wealth by age from poor to good markets, with today's wealth in average markets; returns
 * false if no answer has wealth.
 */
export const wealthPart = (sheet: Sheet, facts: ReportFacts): boolean => {
  const shown = shownOf(facts)
  const [bands] = shown.flatMap((row) => bandsOf(row) ?? [])
  if (bands === undefined) return false
  const { row, poor, average, good } = bands
  const { lead } = facts
  const today = rowOf(facts, 'today')
  const before =
    today === null || today === row ? null : bandOf(today, 'average', 'Today, average markets')
  const columns = [poor, average, good, before].filter((band) => band !== null)
  const percentiles = [poor, average, good].flatMap((band) =>
    band === null || band.percentile === null ? [] : ordinal(band.percentile),
  )
  // The main strategy may have no yearly figures.
  const undrawn =
    lead === null || lead === row
      ? ''
      : ` ${facts.names[lead.role]}: ${wealthOf(lead, 'average', []).why}`
  sheet.text(
    `${facts.names[row.role]}: all accounts together, in dollars, at the ${percentiles.join(', ')} percentile of the simulated outcomes.${undrawn}`,
    small,
  )
  sheet.space(8)
  const ages = [...average.wealth.ages]
  drawFan(sheet, {
    ...{ role: row.role, poor, average, good, before, ages, write: facts.writeAlike },
    retirementAge: row.retirementAge,
  })
  sheet.space(6)
  ageTable(
    sheet,
    0.12,
    ages,
    columns.map(({ label, wealth }) => ({ label, at: (age) => wealth.at(age)?.wealth })),
    facts,
  )
  return true
}

interface FanChart {
  readonly role: Role
  readonly poor: Band | null
  readonly average: Band
  readonly good: Band | null
  readonly before: Band | null
  readonly ages: readonly number[]
  readonly retirementAge: number | null
  readonly write: Write
}

const drawFan = (
  sheet: Sheet,
  { role, poor, average, good, before, ages, retirementAge, write }: FanChart,
) => {
  const { strong, soft } = roleInk[role]
  const today = roleInk.today.strong
  const [youngest, oldest] = [ages[0] ?? 0, ages.at(-1) ?? 1]
  const all = [poor, average, good, before].flatMap((band) =>
    (band?.points ?? []).map(([, value]) => value),
  )
  const last = write(average.wealth.at(oldest)?.wealth)
  drawAgeChart(sheet, {
    ages,
    height: 300,
    legendWidth: 112,
    most: Math.max(...all),
    alt: `Savings from age ${youngest} to ${oldest}; in average markets ${plainText(last)} at the end.`,
    entries: [
      poor !== null &&
        good !== null && { label: 'From poor to good markets', color: soft, mark: 'square' },
      { label: 'Average markets', color: strong, mark: 'line' },
      before !== null && { label: before.label, color: today, mark: 'dashed' },
    ],
    draw: ({ top, left, width, base, y }) => {
      const x = scaleOf(youngest, oldest, left + 2, left + width - 2)
      const placed = (points: Band['points']) =>
        points.flatMap(([age, value]) => [x(age), y(value)])
      const line = ({ points }: Band, color: string, dashed: boolean) =>
        points.length > 1 && stroke(placed(points), color, 1.5, dashed)
      const corners =
        poor === null || good === null ? [] : [...poor.points, ...good.points.toReversed()]
      const at = x(retirementAge ?? 0)
      const isEarly = at < left + width / 2
      return {
        marks: [
          corners.length > 2 && { kind: 'area', points: placed(corners), fill: soft },
          retirementAge !== null &&
            retirementAge >= youngest &&
            retirementAge <= oldest && [
              stroke([at, top + 4, at, base], ink.muted, 0.6, true),
              sheet.line(
                `Retirement at ${retirementAge}`,
                at + (isEarly ? 4 : -4),
                top + 10,
                { size: 7, color: ink.muted },
                isEarly ? 'start' : 'end',
              ),
            ],
          before !== null && line(before, today, true),
          line(average, strong, false),
        ],
        center: x,
      }
    },
  })
}
