import type { Mark, TextMark } from '#shared/report/page-model.ts'
import type { Need, OutlookRow } from '#shared/strategy/outlook.ts'
import { scaleOf } from './axis.ts'
import { dollars } from './figures.ts'
import { ink, roleInk } from './ink.ts'
import { stroke, box, type Sheet } from './sheet.ts'

const rowHeight = 24
const nameStyle = { size: 8.8, weight: 'bold' } as const
const barHeight = 10.5
/** Room for the dollars beside a bar. */
const besideBar = 42

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number'

/** A bar of the chart with its name. */
interface OutlookBar extends Pick<OutlookRow, 'role' | 'outlook' | 'need'> {
  readonly name: string
}

interface OutlookPicture {
  readonly rows: readonly OutlookBar[]
  readonly need: Need | null
  /** Room for the names, points; a longer name takes two lines. */
  readonly nameWidth: number
}

const altOf = ({ rows, need }: OutlookPicture): string =>
  [
    ...rows.map(({ name, outlook: { poor, typical, good }, need: own }) => {
      const at = (market: string, income: typeof poor): string[] =>
        income === null ? [] : [`${dollars(income.month)} in ${market} markets`]
      const apart =
        own === null || need === null || dollars(own.month) === dollars(need.month)
          ? ''
          : `, against a need of ${dollars(own.month)}`
      return `${name}: ${[...at('poor', poor), ...at('typical', typical), ...at('good', good)].join(', ') || 'not known'}${apart}.`
    }),
    ...(need === null ? [] : [`Need: ${dollars(need.month)} a month.`]),
  ].join(' ')

/** Rows that follow each other at the same place: one line through rows `from` to `to`, without `to`. */
const runsOf = (
  places: readonly number[],
): readonly { readonly at: number; readonly from: number; readonly to: number }[] =>
  places.flatMap((at, from) => {
    if (from > 0 && places[from - 1] === at) return []
    const next = places.findIndex((other, index) => index > from && other !== at)
    return [{ at, from, to: next === -1 ? places.length : next }]
  })

/** Every row as a bar from poor to good markets, the typical outcome as a dot, and each row's need as a line through it. */
export const drawOutlook = (sheet: Sheet, picture: OutlookPicture): void => {
  const { rows, need, nameWidth } = picture
  const values = [
    ...rows.flatMap(({ outlook: { poor, typical, good }, need: own }) => [
      poor?.month,
      typical?.month,
      good?.month,
      own?.month,
    ]),
    need?.month,
  ].filter(isNumber)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const flat = most - least < 1
  const from = sheet.left + nameWidth + besideBar
  const to = sheet.left + sheet.inner - besideBar
  const x = flat ? () => (from + to) / 2 : scaleOf(least, most, from, to)
  const height = rows.length * rowHeight + (need === null ? 14 : 26)

  /** At most two lines; a longer name ends with an ellipsis. */
  const nameLines = (name: string): readonly string[] => {
    const [first = '', second, third] = sheet.wrap(name, nameWidth - 8, nameStyle)
    return second === undefined ? [first] : [first, third === undefined ? second : `${second}…`]
  }

  /** Below a figure that the line of the need would cross. */
  const blank = (text: TextMark): Mark => ({
    ...box(text.x - 1, text.y - 6.6, text.width + 2, 8.6),
    fill: ink.paper,
  })
  const ends = ({
    outlook: { poor, typical, good },
  }: OutlookBar): readonly [number, number] | null =>
    typical === null ? null : [x((poor ?? typical).month), x((good ?? typical).month)]

  const bar = (row: OutlookBar, center: number): readonly Mark[] => {
    const [start, end] = ends(row) ?? [0, 0]
    if (end - start < 1) return []
    return [
      {
        ...box(start - 5, center - barHeight / 2, end - start + 10, barHeight),
        fill: roleInk[row.role].soft,
        radius: barHeight / 2,
      },
    ]
  }
  const beside = (row: OutlookBar, center: number): readonly Mark[] => {
    const { poor, good } = row.outlook
    const name = nameLines(row.name).map((text, index, lines) =>
      sheet.line(text, sheet.left, center + 3 + (index - (lines.length - 1) / 2) * 10, nameStyle),
    )
    const place = ends(row)
    if (place === null)
      return [
        ...name,
        sheet.line('not in the service’s answer', from - besideBar, center + 3, {
          size: 8,
          color: ink.muted,
        }),
      ]
    const figure = (month: number, at: number, anchor: 'start' | 'end'): readonly Mark[] => {
      const text = sheet.line(
        dollars(month),
        at,
        center + 2.6,
        { size: 7.4, color: ink.muted },
        anchor,
      )
      return [blank(text), text]
    }
    return [
      ...name,
      ...(poor === null ? [] : figure(poor.month, place[0] - 9, 'end')),
      ...(good === null ? [] : figure(good.month, place[1] + 9, 'start')),
    ]
  }
  const dot = ({ role, outlook: { typical } }: OutlookBar, center: number): readonly Mark[] => {
    if (typical === null) return []
    const at = x(typical.month)
    const text = sheet.line(
      dollars(typical.month),
      at,
      center - 8,
      { size: 7.6, weight: 'bold', color: roleInk[role].text },
      'middle',
    )
    return [
      blank(text),
      text,
      { kind: 'dot', x: at, y: center, radius: 4.6, fill: roleInk[role].strong },
    ]
  }
  const needMarks = (top: number): readonly Mark[] => {
    if (need === null) return []
    const [at, below] = [x(need.month), top + rows.length * rowHeight + 4]
    const text = sheet.line(
      `You need ${dollars(need.month)}`,
      at,
      below + 11,
      { size: 7.8, weight: 'bold' },
      'middle',
    )
    const shift =
      Math.min(0, sheet.left + sheet.inner - (text.x + text.width)) +
      Math.max(0, sheet.left - text.x)
    return [
      ...runsOf(rows.map((row) => x((row.need ?? need).month))).map(({ at, from, to }) =>
        stroke(
          [at, top + 2 + from * rowHeight, at, to === rows.length ? below : top + to * rowHeight],
          ink.text,
          1,
          true,
        ),
      ),
      { ...text, x: text.x + shift },
    ]
  }
  sheet.block('figure', height, altOf(picture), (top) => {
    const placed = (marks: (row: OutlookBar, center: number) => readonly Mark[]): readonly Mark[] =>
      rows.flatMap((row, index) => marks(row, top + index * rowHeight + 17))
    // The line of the need lies over the bars and under the figures.
    return [...placed(bar), ...needMarks(top), ...placed(beside), ...placed(dot)]
  })
}
