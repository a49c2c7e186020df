import type { Mark, TextMark } from '#shared/report/page-model.ts'
import { capital } from '#shared/strategy/lever-phrases.ts'
import type { Figure } from '#shared/figures/figure.ts'
import { marketNames, type Market } from '#shared/strategy/statement/incomes.ts'
import { isSameKind } from '#shared/strategy/statement/make.ts'
import { isInPhases, phaseAt } from '#shared/strategy/statement/years/phases.ts'
import { axisOf, isSameAmount, said } from '#shared/strategy/statement/said.ts'
import type { StrategyStatement } from '#shared/strategy/statement/statement.ts'
import { phaseWords } from '#shared/strategy/statement/words/advisor-words.ts'
import type { Role } from './facts.ts'
import type { Write } from './figures.ts'
import { ink, roleInk } from './ink.ts'
import { plainText } from './printed.ts'
import { box, stroke, type Drawing, type Sheet } from './sheet.ts'

const rowHeight = 24
const nameStyle = { size: 8.8, weight: 'bold' } as const
const figureStyle = { size: 7.4, color: ink.muted } as const
const barHeight = 10.5
const besideBar = 42
/** The least space between a number and the goal line, points. */
const clear = 3

export interface OutlookBar {
  readonly role: Role
  readonly name: string
  readonly incomes: Readonly<Record<Market, Figure | null>>
  readonly goal: Figure | null
}

interface OutlookChart {
  readonly rows: readonly OutlookBar[]
  readonly goal: Figure | null
  /** Width of the names, points; a longer name takes two lines. */
  readonly nameWidth: number
  readonly write: Write
}

/** One bar for each phase of a strategy. */
export const barsOf = (strategy: StrategyStatement, name: string): readonly OutlookBar[] => {
  const { role } = strategy
  const goal = strategy.goal?.figure ?? null
  const phases = strategy.phases('average')
  if (!isInPhases(phases)) return [{ role, name, incomes: strategy.incomes, goal }]
  return phases.flatMap((phase, index) => {
    // The scale shows incomes after tax.
    if (phase.income.tax === 'before') return []
    // Income from Social Security alone is the same in every market.
    const at = (market: Market) => {
      const income = phaseAt(strategy.phases(market), phase.from)?.income ?? null
      const isShown = income !== null && isSameKind(income, phase.income)
      return isShown && !isSameAmount(income, phase.income) ? income : null
    }
    return [
      {
        role,
        name: `${capital(phaseWords(phase, index === 0))} · ${name}`,
        incomes: { poor: at('poor'), average: phase.income, good: at('good') },
        goal,
      },
    ]
  })
}

const altOf = ({ rows, goal, write }: OutlookChart) => {
  const said = rows.map(({ name, incomes, goal: own }) => {
    const known = marketNames.flatMap((market) => {
      const income = incomes[market]
      return income === null ? [] : [`${plainText(write(income))} in ${market} markets`]
    })
    const apart =
      own === null || goal === null || isSameAmount(own, goal)
        ? ''
        : `, against a goal of ${plainText(write(own))}`
    return `${name}: ${known.join(', ') || 'not known'}${apart}.`
  })
  return [...said, ...(goal === null ? [] : [`Goal: ${plainText(write(goal))} a month.`])].join(' ')
}

/**
 * Groups consecutive rows whose goal line is at the same position. A group runs from row `from` up
 * to, but not including, row `to`.
 */
const runsOf = (places: readonly number[]) =>
  places.flatMap((at, from) => {
    if (from > 0 && places[from - 1] === at) return []
    const next = places.findIndex((other, index) => index > from && other !== at)
    return [{ at, from, to: next === -1 ? places.length : next }]
  })

/** Maps figures to positions in points. If all figures are the same, it maps them to the middle. */
const scaleFor = ({ rows, goal }: OutlookChart, from: number, to: number) => {
  const known = rows
    .flatMap(({ incomes: { poor, average, good }, goal: own }) => [poor, average, good, own])
    .concat(goal)
    .filter((each) => each !== null)
  const place = axisOf(known)
  return (figure: Figure): number => from + place(figure) * (to - from)
}

/** Draws each row as a bar from poor to good markets, with a dot for average markets and a line for its goal. */
export const drawOutlook = (sheet: Sheet, chart: OutlookChart): void => {
  const { rows, goal, nameWidth, write } = chart
  const from = sheet.left + nameWidth + besideBar
  const x = scaleFor(chart, from, sheet.right - besideBar)

  const nameLines = (name: string): readonly string[] => {
    const [first = '', second, third] = sheet
      .wrap(name, nameWidth - 8, nameStyle)
      .map(({ text }) => text)
    return second === undefined ? [first] : [first, third === undefined ? second : `${second}…`]
  }
  /** A text moved to one side of its row's goal line if the line would cross it or touch it. */
  const besideGoal = (
    text: TextMark,
    own: Figure | null,
    side: 'left' | 'right' | 'nearer',
  ): TextMark => {
    const line = own ?? goal
    if (line === null) return text
    const at = x(line)
    const isNear = text.x - clear < at && at < text.x + text.width + clear
    if (!isNear) return text
    const isLeft = side === 'nearer' ? text.x + text.width / 2 < at : side === 'left'
    return { ...text, x: isLeft ? at - clear - text.width : at + clear }
  }
  const barOf = ({ role, incomes: { poor, average, good } }: OutlookBar, center: number) => {
    if (average === null) return null
    const [start, end] = [x(poor ?? average), x(good ?? average)]
    const bar =
      end - start >= 1 &&
      box([start - 5, center - barHeight / 2, end - start + 10, barHeight], {
        fill: roleInk[role].soft,
        radius: barHeight / 2,
      })
    return { start, end, bar }
  }
  const beside = (row: OutlookBar, center: number): Drawing => {
    const { poor, good } = row.incomes
    const ends = barOf(row, center)
    const figure = (income: Figure | null, at: number, anchor: 'start' | 'end') =>
      income !== null &&
      besideGoal(
        sheet.line(write(income), at, center + 2.6, figureStyle, anchor),
        row.goal,
        anchor === 'end' ? 'left' : 'right',
      )
    const muted = { size: 8, color: ink.muted }
    return [
      ...nameLines(row.name).map((text, index, lines) =>
        sheet.line(text, sheet.left, center + 3 + (index - (lines.length - 1) / 2) * 10, nameStyle),
      ),
      ...(ends === null
        ? [
            besideGoal(
              sheet.line('not in the service’s answer', from - besideBar, center + 3, muted),
              row.goal,
              'right',
            ),
          ]
        : [figure(poor, ends.start - 9, 'end'), figure(good, ends.end + 9, 'start')]),
    ]
  }
  const dot = ({ role, goal: own, incomes: { average } }: OutlookBar, center: number): Drawing => {
    if (average === null) return []
    const at = x(average)
    const { strong, text } = roleInk[role]
    const style = { size: 7.6, weight: 'bold', color: text } as const
    return [
      besideGoal(sheet.line(write(average), at, center - 8, style, 'middle'), own, 'nearer'),
      { kind: 'dot', x: at, y: center, radius: 4.6, fill: strong },
    ]
  }
  const goalMarks = (top: number): readonly Mark[] => {
    if (goal === null) return []
    const below = top + rows.length * rowHeight + 4
    const words = said`Your goal ${write(goal)}`
    const style = { size: 7.8, weight: 'bold' } as const
    const text = sheet.line(words, x(goal), below + 11, style, 'middle')
    const shift =
      Math.min(0, sheet.right - (text.x + text.width)) + Math.max(0, sheet.left - text.x)
    return [
      ...runsOf(rows.map((row) => x(row.goal ?? goal))).map((run) => {
        const end = run.to === rows.length ? below : top + run.to * rowHeight
        return stroke([run.at, top + 2 + run.from * rowHeight, run.at, end], ink.text, 1, true)
      }),
      { ...text, x: text.x + shift },
    ]
  }
  const height = rows.length * rowHeight + (goal === null ? 14 : 26)
  sheet.block('figure', height, altOf(chart), (top) => {
    const placed = (marks: (row: OutlookBar, center: number) => Drawing): Drawing =>
      rows.flatMap((row, index) => marks(row, top + index * rowHeight + 17))
    // Paint order: bars, then the goal line, then the figures.
    return [
      ...placed((row, center) => [barOf(row, center)?.bar ?? false]),
      ...goalMarks(top),
      ...placed(beside),
      ...placed(dot),
    ]
  })
}
