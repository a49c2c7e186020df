import type { Mark } from '#shared/report/page-model.ts'
import { percentileAt } from '#shared/strategy/pick.ts'
import { wealthFan, type WealthFan } from '#shared/strategy/wealth-fan.ts'
import { ageFrame, ageLabels } from './age-frame.ts'
import { labeledAges, scaleOf } from './axis.ts'
import {
  needFor,
  picturedOf,
  roleNames,
  undrawnWords,
  type Pictured,
  type ReportFacts,
} from './facts.ts'
import { dollars, ordinal, unknown } from './figures.ts'
import { basisWords, heading } from './first-page.ts'
import { drawIncome, mostIncome } from './income-picture.ts'
import { incomeView, type IncomeView } from './income-view.ts'
import { ink, roleInk } from './ink.ts'
import { drawLegend, type LegendEntry } from './legend.ts'
import { stroke, type Sheet } from './sheet.ts'

/** Pages with charts over ages: income by source, and wealth. */

const note = { size: 7.8, color: ink.muted, leading: 11 } as const

/** The leading strategy, and today's if that is another. */
const shownOf = (facts: ReportFacts): readonly Pictured[] => {
  const pictured = picturedOf(facts)
  const { today } = facts.strategies
  return [
    ...(pictured === null ? [] : [pictured]),
    ...(today !== null && pictured?.role !== 'today'
      ? [{ role: 'today', strategy: today } as const]
      : []),
  ]
}

const incomeTable = (sheet: Sheet, { ages, sources, taxes, net }: IncomeView): void => {
  const labels = [
    'Age',
    ...sources.map(({ label }) => label),
    ...(taxes === null ? [] : ['Taxes', 'You keep']),
  ]
  const share = (1 - 0.07) / (labels.length - 1)
  const shown = labeledAges(ages)
  sheet.table(
    labels.map((label, index) => ({
      label,
      share: index === 0 ? 0.07 : share,
      align: index === 0 ? 'left' : 'right',
    })),
    ages.flatMap((age, index) =>
      shown.includes(age)
        ? [
            {
              cells: [
                String(age),
                ...sources.map(({ months }) => dollars(months[index] ?? null)),
                ...(taxes === null
                  ? []
                  : [dollars(-(taxes[index] ?? 0)), dollars(net[index] ?? null)]),
              ],
            },
          ]
        : [],
    ),
  )
}

/** Income by source with its table, for the leading strategy and for today's; false if no answer has any. */
export const incomePart = (sheet: Sheet, facts: ReportFacts, page: number): boolean => {
  const views = shownOf(facts).flatMap(({ role, strategy }) => {
    const view = incomeView(strategy, facts.choice.typical, facts.mappings)
    return view === null
      ? []
      : [
          {
            role,
            view,
            percentile: percentileAt(strategy, facts.choice.typical)?.percentage ?? null,
          },
        ]
  })
  if (views.length === 0) return false
  sheet.text(
    'p',
    `Dollars a month at each age. Taxes are paid out of the sources; what is left is yours.${undrawnWords(facts, views[0]?.role ?? 'plan')}`,
    note,
  )
  const most = Math.max(...views.map(({ role, view }) => mostIncome(view, needFor(facts, role))))
  const drawViews = (on: Sheet, height: number): void => {
    for (const { role, view, percentile } of views) {
      heading(on, basisWords(role, 'typical', percentile), height + 60)
      drawIncome(on, view, needFor(facts, role), height, most)
      on.space(6)
      incomeTable(on, view)
    }
  }
  // Both on one page if the charts stay readable, else one on each.
  const least = 92
  const left = page - 34 - sheet.heightOf((endless) => drawViews(endless, least))
  drawViews(sheet, left < 0 ? 220 : Math.min(least + left / views.length, 280))
  return true
}

interface Band {
  readonly percentile: number
  readonly values: ReadonlyMap<number, number>
}

const bandAt = (fan: WealthFan, wanted: number): Band | null => {
  const known = fan.columns.flatMap(({ percentage, values }) =>
    percentage === null ? [] : [{ percentage, values }],
  )
  const [nearest] = known.toSorted(
    (a, b) =>
      Math.abs(a.percentage - wanted) - Math.abs(b.percentage - wanted) ||
      a.percentage - b.percentage,
  )
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

interface Bands {
  readonly poor: Band | null
  readonly typical: Band
  readonly good: Band | null
}

const bandsOf = (fan: WealthFan, { choice }: ReportFacts): Bands | null => {
  const typical = bandAt(fan, choice.typical)
  if (typical === null) return null
  const [poor, good] = [bandAt(fan, choice.cautious), bandAt(fan, 100 - choice.cautious)]
  return {
    typical,
    poor: poor !== null && poor.percentile < typical.percentile ? poor : null,
    good: good !== null && good.percentile > typical.percentile ? good : null,
  }
}

/**
 * Wealth by age from poor to good markets, with today's typical course beside it, and its table; false if none was
 * sent.
 */
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
  const percentiles = [bands.poor, bands.typical, bands.good].flatMap((band) =>
    band === null ? [] : [ordinal(band.percentile)],
  )
  sheet.text(
    'p',
    `${roleNames[role]}: all accounts together, in dollars, at the ${percentiles.join(', ')} percentile of the simulated outcomes.${undrawnWords(facts, role)}`,
    note,
  )
  sheet.space(8)
  drawFan(sheet, { role, bands, before, ages, retirementAge: fan.retirementAge })
  sheet.space(6)
  const columns: readonly (readonly [string, Band | null])[] = [
    ['Poor markets', bands.poor],
    ['Typical markets', bands.typical],
    ['Good markets', bands.good],
    ['Today’s strategy, typical', before],
  ]
  const kept = columns.flatMap(([label, band]) => (band === null ? [] : [{ label, band }]))
  const labeled = labeledAges(ages)
  sheet.table(
    [
      { label: 'Age', share: 0.12, align: 'left' },
      ...kept.map(({ label }) => ({ label, share: 0.88 / kept.length, align: 'right' as const })),
    ],
    labeled.map((age) => ({
      cells: [
        String(age),
        ...kept.map(({ band }) =>
          band.values.has(age) ? dollars(band.values.get(age) ?? null) : unknown,
        ),
      ],
    })),
  )
  return true
}

interface FanPicture {
  readonly role: Pictured['role']
  readonly bands: Bands
  readonly before: Band | null
  readonly ages: readonly number[]
  readonly retirementAge: number | null
}

const drawFan = (sheet: Sheet, { role, bands, before, ages, retirementAge }: FanPicture): void => {
  const color = roleInk[role]
  const legendWidth = 112
  const entries: LegendEntry[] = [
    ...(bands.poor === null || bands.good === null
      ? []
      : [{ label: 'From poor to good markets', color: color.soft, mark: 'square' as const }]),
    { label: 'Typical markets', color: color.strong, mark: 'line' },
    ...(before === null
      ? []
      : [
          {
            label: 'Today’s strategy, typical markets',
            color: roleInk.today.strong,
            mark: 'dashed' as const,
          },
        ]),
  ]
  const all = [bands.poor, bands.typical, bands.good, before].flatMap((band) => [
    ...(band?.values.values() ?? []),
  ])
  const last = (band: Band): string => dollars([...band.values.values()].at(-1) ?? 0)
  const alt = `Savings from age ${ages[0] ?? 0} to ${ages.at(-1) ?? 0}; in typical markets ${last(bands.typical)} at the end.`
  const height = 300
  sheet.block('figure', height, alt, (top) => {
    const frame = ageFrame(sheet, {
      top,
      height,
      width: sheet.inner - legendWidth - 14,
      most: Math.max(...all),
    })
    const x = scaleOf(ages[0] ?? 0, ages.at(-1) ?? 1, frame.left + 2, frame.left + frame.width - 2)
    const course = (band: Band): number[] =>
      [...band.values].flatMap(([age, value]) => [x(age), frame.y(value)])
    const backwards = (band: Band): number[] =>
      [...band.values].toReversed().flatMap(([age, value]) => [x(age), frame.y(value)])
    const line = (band: Band, ink: string, dashed: boolean): Mark[] =>
      band.values.size < 2 ? [] : [stroke(course(band), ink, 1.5, dashed)]
    const area: Mark[] =
      bands.poor === null ||
      bands.good === null ||
      bands.poor.values.size + bands.good.values.size < 3
        ? []
        : [
            {
              kind: 'area',
              points: [...course(bands.poor), ...backwards(bands.good)],
              fill: color.soft,
            },
          ]
    const isEarly = retirementAge !== null && x(retirementAge) < frame.left + frame.width / 2
    const retires: Mark[] =
      retirementAge === null || retirementAge < (ages[0] ?? 0) || retirementAge > (ages.at(-1) ?? 0)
        ? []
        : [
            stroke([x(retirementAge), top + 4, x(retirementAge), frame.base], ink.muted, 0.6, true),
            sheet.line(
              `Retirement at ${retirementAge}`,
              x(retirementAge) + (isEarly ? 4 : -4),
              top + 10,
              { size: 7, color: ink.muted },
              isEarly ? 'start' : 'end',
            ),
          ]
    return [
      ...frame.axes,
      ...area,
      ...retires,
      ...(before === null ? [] : line(before, roleInk.today.strong, true)),
      ...line(bands.typical, color.strong, false),
      ...ageLabels(sheet, ages, x, frame.base),
      ...drawLegend(sheet, entries, sheet.left + sheet.inner - legendWidth, top + 2, legendWidth),
    ]
  })
}
