import type { Mark } from '#shared/report/page-model.ts'
import { labeledAges, scaleOf, ticksTo } from './axis.ts'
import { dollarsShort } from './figures.ts'
import { ink } from './ink.ts'
import { stroke, type Sheet } from './sheet.ts'

/** Geometry of a chart by age, and its axes as marks. */
interface AgeFrame {
  readonly left: number
  readonly width: number
  readonly base: number
  readonly y: (dollars: number) => number
  readonly axes: readonly Mark[]
}

const axisWidth = 34
const small = { size: 7, color: ink.muted } as const

/** Axes of a chart whose top is `top`: dollars at the left, ages below. `center` is the place of an age. */
export const ageFrame = (
  sheet: Sheet,
  {
    top,
    height,
    width,
    most,
  }: {
    readonly top: number
    readonly height: number
    readonly width: number
    readonly most: number
  },
): AgeFrame => {
  const left = sheet.left + axisWidth
  const base = top + height - 14
  const ticks = ticksTo(most)
  const y = scaleOf(0, ticks.at(-1) ?? 1, base, top + 4)
  const axes = ticks.flatMap((tick): readonly Mark[] => [
    stroke([left, y(tick), left + width - axisWidth, y(tick)], ink.line, 0.5),
    sheet.line(dollarsShort(tick), left - 6, y(tick) + 2.5, small, 'end'),
  ])
  return { left, width: width - axisWidth, base, y, axes }
}

/** The ages below a chart. */
export const ageLabels = (
  sheet: Sheet,
  ages: readonly number[],
  center: (age: number) => number,
  base: number,
): readonly Mark[] =>
  labeledAges(ages).map((age) => sheet.line(String(age), center(age), base + 10.5, small, 'middle'))
