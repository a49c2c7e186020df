import type { Mark } from '#shared/report/page-model.ts'
import { stroke, box, type Sheet } from './sheet.ts'

export interface LegendEntry {
  readonly label: string
  readonly color: string
  readonly mark: 'square' | 'line' | 'dashed'
}

const step = 12
const style = { size: 7.8 } as const
const markWidth = 13

/** Height of the stacked `entries` in `width`. */
export const legendHeight = (
  sheet: Sheet,
  entries: readonly LegendEntry[],
  width: number,
): number =>
  entries.reduce(
    (sum, { label }) => sum + step + (sheet.wrap(label, width - markWidth, style).length - 1) * 10,
    0,
  )

/** The stacked entries, each label wrapped. */
export const drawLegend = (
  sheet: Sheet,
  entries: readonly LegendEntry[],
  x: number,
  top: number,
  width: number,
): readonly Mark[] => {
  let y = top
  return entries.flatMap(({ label, color, mark }) => {
    const sign: Mark =
      mark === 'square'
        ? { ...box(x, y + 1, 7.5, 7.5), fill: color, radius: 1.5 }
        : stroke([x - 0.5, y + 5, x + 8.5, y + 5], color, 1.2, mark === 'dashed')
    const lines = sheet
      .wrap(label, width - markWidth, style)
      .map((line, index) => sheet.line(line, x + markWidth, y + 7.6 + index * 10, style))
    y += step + (lines.length - 1) * 10
    return [sign, ...lines]
  })
}
