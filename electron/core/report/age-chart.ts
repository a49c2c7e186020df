import type { Mark } from '#shared/report/page-model.ts'
import type { Figure } from '#shared/figures/figure.ts'
import { said, signOf } from '#shared/strategy/statement/said.ts'
import { dollarsShort, type Write } from './figures.ts'
import { ink } from './ink.ts'
import type { Words } from './printed.ts'
import { box, stroke, type Drawing, type Sheet } from './sheet.ts'

/** Round steps for an axis from 0 to at least `most`: about four, and each is 1, 2, 2.5 or 5 times a power of ten. */
const ticksTo = (most: number): readonly number[] => {
  if (!(most > 0) || !Number.isFinite(most)) return [0, 1]
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough * 0.999) ?? 10) * power
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, index) => index * step)
}

/** Maps values to positions in points. `to` may also be to the left of `from`, or above it. */
export const scaleOf = (
  least: number,
  most: number,
  from: number,
  to: number,
): ((value: number) => number) => {
  const span = most - least || 1
  return (value) => from + ((value - least) / span) * (to - from)
}

/** Every fifth age, with the first and the last unless they are too close to another. */
const labeledAges = (ages: readonly number[]): readonly number[] =>
  ages.filter(
    (age, index) =>
      age % 5 === 0 || (index === 0 && age % 5 < 4) || (index === ages.length - 1 && age % 5 > 1),
  )

interface LegendEntry {
  readonly label: Words
  readonly color: string
  readonly mark: 'square' | 'line' | 'dashed'
}

const small = { size: 7, color: ink.muted } as const
const legendStyle = { size: 7.8 } as const
const markWidth = 13

const legendLines = (sheet: Sheet, { entries, legendWidth }: AgeChart) =>
  entries.flatMap((entry) => {
    if (entry === false) return []
    const lines = sheet.wrap(entry.label, legendWidth - markWidth, legendStyle)
    return [{ ...entry, lines, height: 12 + (lines.length - 1) * 10 }]
  })

const drawLegend = (
  sheet: Sheet,
  entries: ReturnType<typeof legendLines>,
  x: number,
  top: number,
): readonly Mark[] => {
  let y = top
  return entries.flatMap(({ color, mark, lines, height }) => {
    const at = y
    y += height
    return [
      mark === 'square'
        ? box([x, at + 1, 7.5, 7.5], { fill: color, radius: 1.5 })
        : stroke([x - 0.5, at + 5, x + 8.5, at + 5], color, 1.2, mark === 'dashed'),
      ...lines.map((line, index) =>
        sheet.line(line, x + markWidth, at + 7.6 + index * 10, legendStyle),
      ),
    ]
  })
}

interface AgeChart {
  readonly alt: string
  readonly ages: readonly number[]
  /** Minimum height, points; a long legend makes the chart higher. */
  readonly height: number
  readonly entries: readonly (LegendEntry | false)[]
  readonly legendWidth: number
  /** The axis reaches at least this amount, in dollars. */
  readonly most: number
  readonly draw: (frame: {
    readonly top: number
    readonly left: number
    readonly width: number
    readonly base: number
    readonly y: (dollars: number) => number
  }) => { readonly marks: Drawing; readonly center: (age: number) => number }
}

export const drawAgeChart = (sheet: Sheet, chart: AgeChart): void => {
  const { alt, ages, height: least, legendWidth, most, draw } = chart
  const legend = legendLines(sheet, chart)
  const height = Math.max(least, legend.reduce((sum, entry) => sum + entry.height, 0) + 10)
  sheet.block('figure', height, alt, (top) => {
    const left = sheet.left + 34
    const right = sheet.right - legendWidth
    const width = right - 14 - left
    const base = top + height - 14
    const ticks = ticksTo(most)
    const y = scaleOf(0, ticks.at(-1) ?? 1, base, top + 4)
    const { marks, center } = draw({ top, left, width, base, y })
    return [
      ...ticks.map((tick) => [
        stroke([left, y(tick), left + width, y(tick)], ink.line, 0.5),
        sheet.line(dollarsShort(tick), left - 6, y(tick) + 2.5, small, 'end'),
      ]),
      ...marks,
      ...labeledAges(ages).map((age) =>
        sheet.line(String(age), center(age), base + 10.5, small, 'middle'),
      ),
      ...drawLegend(sheet, legend, right, top + 2),
    ]
  })
}

interface AgeColumn {
  readonly label: string
  readonly at: (age: number) => Figure | null | undefined
  /** True to write amounts with a minus sign. */
  readonly less?: boolean
}

/**
 * A table of the charted dollars at the labeled ages. Only the first row's figures are explained,
 * because the figures in the other rows are read the same way.
 */
export const ageTable = (
  sheet: Sheet,
  ageShare: number,
  ages: readonly number[],
  columns: readonly AgeColumn[],
  { write, writeAlike }: { readonly write: Write; readonly writeAlike: Write },
): void =>
  sheet.table(
    ['Age', ...columns.map(({ label }) => label)],
    [ageShare],
    labeledAges(ages).map((age, row) => [
      String(age),
      ...columns.map(({ at, less = false }) => {
        const figure = at(age) ?? null
        const text = (row === 0 ? write : writeAlike)(figure)
        return less && figure !== null && signOf(figure) > 0 ? said`−${text}` : text
      }),
    ]),
  )
