import { percentileAt } from '#shared/strategy/pick.ts'
import { wealthFan, type WealthFan } from '#shared/strategy/pictures/wealth-fan.ts'
import { drawAgeChart, labeledAges, scaleOf, type LegendEntry } from './age-chart.ts'
import { needFor, picturedOf, roleNames, undrawnWords } from './facts.ts'
import type { Pictured, ReportFacts } from './facts.ts'
import { dollars, ordinal } from './figures.ts'
import { basisWords } from './first-page.ts'
import { drawIncome, incomeView, mostIncome, type IncomeView } from './income.ts'
import { ink, roleInk, small } from './ink.ts'
import { rehearse, stroke, type Sheet } from './sheet.ts'

/** Pages with charts over ages: income by source, and wealth. */

const shownOf = (facts: ReportFacts): readonly Pictured[] => {
  const pictured = picturedOf(facts)
  const { today } = facts.strategies
  const before =
    today === null || pictured?.role === 'today'
      ? null
      : ({ role: 'today', strategy: today } as const)
  return [pictured, before].filter((each) => each !== null)
}

const incomeTable = (sheet: Sheet, { ages, sources, taxes, net }: IncomeView): void => {
  const columns = [
    ...sources.map(({ label, months }) => ({ label, values: months })),
    ...(taxes === null
      ? []
      : [
          { label: 'Taxes', values: taxes.map((tax) => -tax) },
          { label: 'You keep', values: net },
        ]),
  ]
  sheet.table(
    ['Age', ...columns.map(({ label }) => label)],
    [0.07],
    labeledAges(ages).map((age) => [
      String(age),
      ...columns.map(({ values }) => dollars(values[ages.indexOf(age)] ?? null)),
    ]),
  )
}

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
  const drawViews = (on: Sheet, height: number): void => {
    for (const { role, view, percentile, need } of views) {
      on.heading(basisWords(role, percentile), height + 60)
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
  const distance = ({ percentage }: { percentage: number }): number => Math.abs(percentage - wanted)
  const [nearest] = fan.columns
    .flatMap(({ percentage, values }) => (percentage === null ? [] : [{ percentage, values }]))
    .toSorted((a, b) => distance(a) - distance(b) || a.percentage - b.percentage)
  if (nearest === undefined) return null
  const points = Array.from(fan.ages, (age, index): [number, number] => [
    age,
    nearest.values[index] ?? Number.NaN,
  ])
  return {
    percentile: nearest.percentage,
    values: new Map(points.filter(([, value]) => Number.isFinite(value))),
  }
}

const bandsOf = (fan: WealthFan, { choice }: ReportFacts) => {
  const typical = bandAt(fan, choice.typical)
  if (typical === null) return null
  const [poor, good] = [bandAt(fan, choice.cautious), bandAt(fan, 100 - choice.cautious)]
  return {
    typical,
    poor: poor !== null && poor.percentile < typical.percentile ? poor : null,
    good: good !== null && good.percentile > typical.percentile ? good : null,
  }
}

/** Wealth by age from poor to good markets, with today's typical course beside it; false if none was sent. */
export const wealthPart = (sheet: Sheet, facts: ReportFacts): boolean => {
  const [shown] = shownOf(facts)
  const fan = shown === undefined ? null : wealthFan(shown.strategy)
  const bands = fan === null ? null : bandsOf(fan, facts)
  if (shown === undefined || fan === null || bands === null) return false
  const { role } = shown
  const { today } = facts.strategies
  const before =
    role === 'today' || today === null ? null : (bandsOf(wealthFan(today), facts)?.typical ?? null)
  const ages = Array.from(fan.ages)
  const shownBands = [bands.poor, bands.typical, bands.good].filter((band) => band !== null)
  const percentiles = shownBands.map(({ percentile }) => ordinal(percentile))
  sheet.text(
    `${roleNames[role]}: all accounts together, in dollars, at the ${percentiles.join(', ')} percentile of the simulated outcomes.${undrawnWords(facts, role)}`,
    small,
  )
  sheet.space(8)
  drawFan(sheet, { role, bands, before, ages, retirementAge: fan.retirementAge })
  sheet.space(6)
  const columns = (
    [
      ['Poor markets', bands.poor],
      ['Typical markets', bands.typical],
      ['Good markets', bands.good],
      ['Today’s strategy, typical', before],
    ] as const
  ).flatMap(([label, band]) => (band === null ? [] : [{ label, values: band.values }]))
  sheet.table(
    ['Age', ...columns.map(({ label }) => label)],
    [0.12],
    labeledAges(ages).map((age) => [
      String(age),
      ...columns.map(({ values }) => dollars(values.get(age) ?? null)),
    ]),
  )
  return true
}

interface FanPicture {
  readonly role: Pictured['role']
  readonly bands: NonNullable<ReturnType<typeof bandsOf>>
  readonly before: Band | null
  readonly ages: readonly number[]
  readonly retirementAge: number | null
}

const drawFan = (
  sheet: Sheet,
  { role, bands: { poor, typical, good }, before, ages, retirementAge }: FanPicture,
): void => {
  const { strong, soft } = roleInk[role]
  const [youngest, oldest] = [ages[0] ?? 0, ages.at(-1) ?? 1]
  const entries: (LegendEntry | false)[] = [
    poor !== null &&
      good !== null && { label: 'From poor to good markets', color: soft, mark: 'square' },
    { label: 'Typical markets', color: strong, mark: 'line' },
    before !== null && {
      label: 'Today’s strategy, typical markets',
      color: roleInk.today.strong,
      mark: 'dashed',
    },
  ]
  const all = [poor, typical, good, before].flatMap((band) => [...(band?.values.values() ?? [])])
  const last = dollars([...typical.values.values()].at(-1) ?? 0)
  drawAgeChart(sheet, {
    ...{ ages, height: 300, legendWidth: 112, most: Math.max(...all) },
    alt: `Savings from age ${youngest} to ${ages.at(-1) ?? 0}; in typical markets ${last} at the end.`,
    entries: entries.filter((entry) => entry !== false),
    draw: ({ top, left, width, base, y }) => {
      const x = scaleOf(youngest, oldest, left + 2, left + width - 2)
      const pointsOf = (places: readonly (readonly [number, number])[]): number[] =>
        places.flatMap(([age, value]) => [x(age), y(value)])
      const line = (band: Band, color: string, dashed: boolean) =>
        band.values.size > 1 && stroke(pointsOf([...band.values]), color, 1.5, dashed)
      const corners =
        poor === null || good === null ? [] : [...poor.values, ...[...good.values].toReversed()]
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
          before !== null && line(before, roleInk.today.strong, true),
          line(typical, strong, false),
        ],
        center: x,
      }
    },
  })
}
