import type { Mark } from '#shared/report/page-model.ts'
import type { Need } from '#shared/strategy/outlook.ts'
import { ageFrame, ageLabels } from './age-frame.ts'
import { dollars } from './figures.ts'
import type { IncomeView } from './income-view.ts'
import { accountInks, ink, otherInks, pensionInk, socialSecurityInk } from './ink.ts'
import { drawLegend, legendHeight, type LegendEntry } from './legend.ts'
import { stroke, box, type Sheet } from './sheet.ts'

const legendWidth = 124
const gap = 14

const colorsOf = (sources: IncomeView['sources']): readonly string[] => {
  const ofKind = (kind: IncomeView['sources'][number]['kind'], key: string): number =>
    sources.filter((each) => each.kind === kind).findIndex((each) => each.key === key)
  return sources.map(({ kind, key }) => {
    if (kind === 'socialSecurity') return socialSecurityInk
    if (kind === 'pension') return pensionInk
    const inks = kind === 'account' ? accountInks : otherInks
    return inks[ofKind(kind, key) % inks.length] ?? ink.strong
  })
}

const altOf = ({ ages, sources, taxes, net }: IncomeView, need: Need | null): string =>
  [
    `Income a month from age ${ages[0] ?? 0} to ${ages.at(-1) ?? 0}: ${sources.map(({ label, months }) => `${label} ${dollars(months[0] ?? 0)}`).join(', ')} at the start`,
    taxes === null
      ? ''
      : `, less taxes of ${dollars(taxes[0] ?? 0)}, which leaves ${dollars(net[0] ?? 0)}`,
    '.',
    need === null ? '' : ` Need: ${dollars(need.month)}.`,
  ].join('')

/** Least height of the income chart's axis, dollars a month. */
export const mostIncome = ({ gross }: IncomeView, need: Need | null): number =>
  Math.max(...gross, need?.month ?? 0)

/**
 * Income by source at each age as stacked bars; taxes are the part at the top that is lost, and the need is a line.
 * Compared charts share `most`.
 */
export const drawIncome = (
  sheet: Sheet,
  view: IncomeView,
  need: Need | null,
  wanted: number,
  most = mostIncome(view, need),
): void => {
  const colors = colorsOf(view.sources)
  const entries: LegendEntry[] = [
    ...(view.taxes === null
      ? []
      : [{ label: 'Taxes, paid out of the income', color: ink.taxes, mark: 'square' as const }]),
    ...view.sources
      .map(({ label }, index) => ({
        label,
        color: colors[index] ?? ink.strong,
        mark: 'square' as const,
      }))
      .toReversed(),
    ...(view.taxes === null
      ? []
      : [{ label: 'What you keep', color: ink.text, mark: 'line' as const }]),
    ...(need === null
      ? []
      : [{ label: `You need ${dollars(need.month)}`, color: ink.text, mark: 'dashed' as const }]),
  ]
  const height = Math.max(wanted, legendHeight(sheet, entries, legendWidth) + 10)
  sheet.block('figure', height, altOf(view, need), (top) => {
    const frame = ageFrame(sheet, { top, height, width: sheet.inner - legendWidth - gap, most })
    const slot = frame.width / view.ages.length
    const bar = Math.max(0.6, slot - Math.min(1.2, slot * 0.15))
    const at = (index: number): number => frame.left + index * slot + (slot - bar) / 2
    const piece = (index: number, low: number, high: number, fill: string): Mark[] =>
      high - low <= 0
        ? []
        : [{ ...box(at(index), frame.y(high), bar, frame.y(low) - frame.y(high)), fill }]
    const bars = view.ages.flatMap((_, index) => {
      let low = 0
      const stack = view.sources.flatMap(({ months }, source) => {
        const value = Math.max(0, months[index] ?? 0)
        low += value
        return piece(index, low - value, low, colors[source] ?? ink.strong)
      })
      const tax = view.taxes?.[index] ?? 0
      return [...stack, ...piece(index, Math.max(0, low - tax), low, ink.taxes)]
    })
    const kept = view.net.flatMap((net, index) => {
      const y = frame.y(Math.max(0, net))
      return [frame.left + index * slot, y, frame.left + (index + 1) * slot, y]
    })
    const first = view.ages[0] ?? 0
    const center = (age: number): number => frame.left + (age - first + 0.5) * slot
    return [
      ...frame.axes,
      ...bars,
      ...(view.taxes === null ? [] : [stroke(kept, ink.text, 0.9)]),
      ...(need === null
        ? []
        : [
            stroke(
              [frame.left, frame.y(need.month), frame.left + frame.width, frame.y(need.month)],
              ink.text,
              1,
              true,
            ),
          ]),
      ...ageLabels(sheet, view.ages, center, frame.base),
      ...drawLegend(sheet, entries, sheet.left + sheet.inner - legendWidth, top + 2, legendWidth),
    ]
  })
}
