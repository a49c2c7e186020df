import { percentileAt } from '#shared/strategy/pick.ts'
import { wealthFan, type WealthFan } from '#shared/strategy/pictures/wealth-fan.ts'
import { ageTable, drawAgeChart, scaleOf } from './age-chart.ts'
import { needFor, picturedOf, undrawnWords } from './facts.ts'
import type { Pictured, ReportFacts } from './facts.ts'
import { dollars, ordinal } from './figures.ts'
import { basisWords } from './first-page.ts'
import { drawIncome, incomeView, mostIncome, type IncomeView } from './income.ts'
import { ink, roleInk, small } from './ink.ts'
import { rehearse, stroke, type Sheet } from './sheet.ts'

/** Pages with charts over ages: income by source, and wealth. */

/** The leading strategy, then today's, if it is another. */
const shownOf = (facts: ReportFacts): readonly Pictured[] => {
  const pictured = picturedOf(facts)
  const { today } = facts.strategies
  return [
    ...(pictured === null ? [] : [pictured]),
    ...(today === null || pictured?.role === 'today'
      ? []
      : [{ role: 'today' as const, strategy: today }]),
  ]
}

const incomeTable = (sheet: Sheet, { ages, sources, taxes, net }: IncomeView) =>
  ageTable(sheet, 0.07, ages, [
    ...sources.map(({ label, months }) => ({ label, values: months })),
    ...(taxes === null
      ? []
      : [
          { label: 'Taxes', values: taxes.map((tax) => -tax) },
          { label: 'You keep', values: net },
        ]),
  ])

/** The leading strategy's income and today's; false if no answer has any. */
export const incomePart = (sheet: Sheet, facts: ReportFacts, page: number): boolean => {
  const { choice, mappings } = facts
  const views = shownOf(facts).flatMap(({ role, strategy }) => {
    const view = incomeView(strategy, choice.typical, mappings)
    const percentile = percentileAt(strategy, choice.typical)?.percentage ?? null
    return view === null ? [] : [{ role, view, percentile, need: needFor(facts, role) }]
  })
  if (views.length === 0) return false
  sheet.text(
    `Dollars a month at each age. Taxes are paid out of the sources; what is left is yours.${undrawnWords(facts, views[0]?.role ?? 'plan')}`,
    small,
  )
  const most = Math.max(...views.map(({ view, need }) => mostIncome(view, need)))
  const drawViews = (on: Sheet, height: number) => {
    for (const { role, view, percentile, need } of views) {
      on.heading(basisWords(facts, role, percentile), height + 60)
      drawIncome(on, view, need, height, most)
      on.space(6)
      incomeTable(on, view)
    }
  }
  // Both on one page if the charts stay readable, else one on each.
  const least = 92
  const left = page - 34 - rehearse(sheet, (endless) => drawViews(endless, least)).height
  drawViews(sheet, left < 0 ? 220 : Math.min(least + left / views.length, 280))
  return true
}

interface Band {
  readonly percentile: number
  readonly values: ReadonlyMap<number, number>
}

const bandAt = (fan: WealthFan, wanted: number): Band | null => {
  const distance = ({ percentile }: { percentile: number }) => Math.abs(percentile - wanted)
  const [nearest] = fan.columns
    .flatMap(({ percentage, values }) =>
      percentage === null ? [] : { percentile: percentage, values },
    )
    .toSorted((a, b) => distance(a) - distance(b) || a.percentile - b.percentile)
  if (nearest === undefined) return null
  const points = Array.from(fan.ages, (age, index): [number, number] => [
    age,
    nearest.values[index] ?? Number.NaN,
  ])
  return { ...nearest, values: new Map(points.filter(([, value]) => Number.isFinite(value))) }
}

/** From poor to good markets; null without typical ones. */
const bandsOf = (fan: WealthFan, { choice }: ReportFacts) => {
  const typical = bandAt(fan, choice.typical)
  if (typical === null) return null
  const [poor, good] = [bandAt(fan, choice.cautious), bandAt(fan, 100 - choice.cautious)]
  return {
    poor: poor !== null && poor.percentile < typical.percentile ? poor : null,
    typical,
    good: good !== null && good.percentile > typical.percentile ? good : null,
  }
}

/** Wealth by age from poor to good markets, with today's typical course beside it; false if none was sent. */
export const wealthPart = (sheet: Sheet, facts: ReportFacts): boolean => {
  const [shown, beside] = shownOf(facts)
  const fan = shown && wealthFan(shown.strategy)
  const bands = fan && bandsOf(fan, facts)
  if (!bands) return false
  const { role } = shown
  const before = beside ? (bandsOf(wealthFan(beside.strategy), facts)?.typical ?? null) : null
  const ages = Array.from(fan.ages)
  const percentiles = [bands.poor, bands.typical, bands.good].flatMap((band) =>
    band === null ? [] : ordinal(band.percentile),
  )
  sheet.text(
    `${facts.names[role]}: all accounts together, in dollars, at the ${percentiles.join(', ')} percentile of the simulated outcomes.${undrawnWords(facts, role)}`,
    small,
  )
  sheet.space(8)
  drawFan(sheet, { ...bands, role, before, ages, retirementAge: fan.retirementAge })
  sheet.space(6)
  const columns = [
    { label: 'Poor markets', band: bands.poor },
    { label: 'Typical markets', band: bands.typical },
    { label: 'Good markets', band: bands.good },
    { label: 'Today’s strategy, typical', band: before },
  ]
  ageTable(
    sheet,
    0.12,
    ages,
    columns.flatMap(({ label, band }) =>
      band === null ? [] : { label, values: ages.map((age) => band.values.get(age)) },
    ),
  )
  return true
}

interface FanPicture extends NonNullable<ReturnType<typeof bandsOf>> {
  readonly role: Pictured['role']
  readonly before: Band | null
  readonly ages: readonly number[]
  readonly retirementAge: number | null
}

const drawFan = (
  sheet: Sheet,
  { role, poor, typical, good, before, ages, retirementAge }: FanPicture,
) => {
  const { strong, soft } = roleInk[role]
  const today = roleInk.today.strong
  const [youngest, oldest] = [ages[0] ?? 0, ages.at(-1) ?? 1]
  const all = [poor, typical, good, before].flatMap((band) => [...(band?.values.values() ?? [])])
  const last = dollars([...typical.values.values()].at(-1) ?? 0)
  drawAgeChart(sheet, {
    ages,
    height: 300,
    legendWidth: 112,
    most: Math.max(...all),
    alt: `Savings from age ${youngest} to ${ages.at(-1) ?? 0}; in typical markets ${last} at the end.`,
    entries: [
      poor !== null &&
        good !== null && { label: 'From poor to good markets', color: soft, mark: 'square' },
      { label: 'Typical markets', color: strong, mark: 'line' },
      before !== null && {
        label: 'Today’s strategy, typical markets',
        color: today,
        mark: 'dashed',
      },
    ],
    draw: ({ top, left, width, base, y }) => {
      const x = scaleOf(youngest, oldest, left + 2, left + width - 2)
      const pointsOf = (places: readonly (readonly [number, number])[]) =>
        places.flatMap(([age, value]) => [x(age), y(value)])
      const line = (band: Band, color: string, dashed: boolean) =>
        band.values.size > 1 && stroke(pointsOf([...band.values]), color, 1.5, dashed)
      const corners =
        poor === null || good === null ? [] : [...poor.values, ...[...good.values].reverse()]
      const at = x(retirementAge ?? 0)
      const isEarly = at < left + width / 2
      return {
        marks: [
          corners.length > 2 && { kind: 'area', points: pointsOf(corners), fill: soft },
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
          line(typical, strong, false),
        ],
        center: x,
      }
    },
  })
}
