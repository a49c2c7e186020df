import type { Mark, TextMark } from '#shared/report/page-model.ts'
import type { Need, OutlookRow } from '#shared/strategy/outlook/outlook.ts'
import { scaleOf } from './age-chart.ts'
import { dollars } from './figures.ts'
import { ink, roleInk } from './ink.ts'
import { box, stroke, type Drawing, type Sheet } from './sheet.ts'

const rowHeight = 24
const nameStyle = { size: 8.8, weight: 'bold' } as const
const figureStyle = { size: 7.4, color: ink.muted } as const
const barHeight = 10.5
const besideBar = 42

interface OutlookBar extends Pick<OutlookRow, 'role' | 'outlook' | 'need'> {
  readonly name: string
}

interface OutlookPicture {
  readonly rows: readonly OutlookBar[]
  readonly need: Need | null
  /** Room for the names, points; a longer name takes two lines. */
  readonly nameWidth: number
}

const altOf = ({ rows, need }: OutlookPicture) => {
  const said = rows.map(({ name, outlook, need: own }) => {
    const incomes = (['poor', 'typical', 'good'] as const).flatMap((market) => {
      const income = outlook[market]
      return income === null ? [] : [`${dollars(income.month)} in ${market} markets`]
    })
    const apart =
      own === null || need === null || dollars(own.month) === dollars(need.month)
        ? ''
        : `, against a need of ${dollars(own.month)}`
    return `${name}: ${incomes.join(', ') || 'not known'}${apart}.`
  })
  return [...said, ...(need === null ? [] : [`Need: ${dollars(need.month)} a month.`])].join(' ')
}

/** Rows that follow each other at the same place: one line through rows `from` to `to`, without `to`. */
const runsOf = (places: readonly number[]) =>
  places.flatMap((at, from) => {
    if (from > 0 && places[from - 1] === at) return []
    const next = places.findIndex((other, index) => index > from && other !== at)
    return [{ at, from, to: next === -1 ? places.length : next }]
  })

/** Maps dollars to points; the middle if all are the same. */
const scaleFor = ({ rows, need }: OutlookPicture, from: number, to: number) => {
  const values = rows
    .flatMap(({ outlook: { poor, typical, good }, need: own }) => [poor, typical, good, own])
    .concat(need)
    .flatMap((each) => (each === null ? [] : [each.month]))
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return most - least < 1 ? () => (from + to) / 2 : scaleOf(least, most, from, to)
}

/** Each row is a bar from poor to good markets, its typical outcome a dot, its need a line through it. */
export const drawOutlook = (sheet: Sheet, picture: OutlookPicture): void => {
  const { rows, need, nameWidth } = picture
  const from = sheet.left + nameWidth + besideBar
  const x = scaleFor(picture, from, sheet.right - besideBar)

  const nameLines = (name: string): readonly string[] => {
    const [first = '', second, third] = sheet.wrap(name, nameWidth - 8, nameStyle)
    return second === undefined ? [first] : [first, third === undefined ? second : `${second}…`]
  }
  /** A figure, blank below: the line of the need would cross it. */
  const onBlank = (text: TextMark): readonly Mark[] => [
    box([text.x - 1, text.y - 6.6, text.width + 2, 8.6], { fill: ink.paper }),
    text,
  ]
  const barOf = ({ role, outlook: { poor, typical, good } }: OutlookBar, center: number) => {
    if (typical === null) return null
    const [start, end] = [x((poor ?? typical).month), x((good ?? typical).month)]
    const bar =
      end - start >= 1 &&
      box([start - 5, center - barHeight / 2, end - start + 10, barHeight], {
        fill: roleInk[role].soft,
        radius: barHeight / 2,
      })
    return { start, end, bar }
  }
  const beside = (row: OutlookBar, center: number): Drawing => {
    const { poor, good } = row.outlook
    const ends = barOf(row, center)
    const figure = (income: typeof poor, at: number, anchor: 'start' | 'end') =>
      income !== null &&
      onBlank(sheet.line(dollars(income.month), at, center + 2.6, figureStyle, anchor))
    const muted = { size: 8, color: ink.muted }
    return [
      ...nameLines(row.name).map((text, index, lines) =>
        sheet.line(text, sheet.left, center + 3 + (index - (lines.length - 1) / 2) * 10, nameStyle),
      ),
      ...(ends === null
        ? [sheet.line('not in the service’s answer', from - besideBar, center + 3, muted)]
        : [figure(poor, ends.start - 9, 'end'), figure(good, ends.end + 9, 'start')]),
    ]
  }
  const dot = ({ role, outlook: { typical } }: OutlookBar, center: number): Drawing => {
    if (typical === null) return []
    const at = x(typical.month)
    const { strong, text } = roleInk[role]
    const style = { size: 7.6, weight: 'bold', color: text } as const
    return [
      onBlank(sheet.line(dollars(typical.month), at, center - 8, style, 'middle')),
      { kind: 'dot', x: at, y: center, radius: 4.6, fill: strong },
    ]
  }
  const needMarks = (top: number): readonly Mark[] => {
    if (need === null) return []
    const below = top + rows.length * rowHeight + 4
    const words = `You need ${dollars(need.month)}`
    const style = { size: 7.8, weight: 'bold' } as const
    const text = sheet.line(words, x(need.month), below + 11, style, 'middle')
    const shift =
      Math.min(0, sheet.right - (text.x + text.width)) + Math.max(0, sheet.left - text.x)
    return [
      ...runsOf(rows.map((row) => x((row.need ?? need).month))).map((run) => {
        const end = run.to === rows.length ? below : top + run.to * rowHeight
        return stroke([run.at, top + 2 + run.from * rowHeight, run.at, end], ink.text, 1, true)
      }),
      { ...text, x: text.x + shift },
    ]
  }
  const height = rows.length * rowHeight + (need === null ? 14 : 26)
  sheet.block('figure', height, altOf(picture), (top) => {
    const placed = (marks: (row: OutlookBar, center: number) => Drawing): Drawing =>
      rows.flatMap((row, index) => marks(row, top + index * rowHeight + 17))
    // The line of the need lies over the bars and under the figures.
    return [
      ...placed((row, center) => [barOf(row, center)?.bar ?? false]),
      ...needMarks(top),
      ...placed(beside),
      ...placed(dot),
    ]
  })
}
