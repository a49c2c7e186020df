import { ageAt } from '#shared/age-at.ts'
import type { RosterRow, RosterView } from '#shared/forecasts/roster.ts'
import type { Cell, FigureColumn, FigureTable } from '../../charts/figures.ts'
import { explain } from '../../lib/errors.ts'
import { marksWords } from './words.ts'

const verdicts = {
  enough: 'Enough in poor markets',
  typicalOnly: 'Short in poor markets only',
  short: 'Short in typical markets',
  unknown: '',
} as const

const cents = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * 100) / 100

type Column = readonly [
  label: string,
  format: FigureColumn['format'],
  read: (row: RosterRow) => Cell,
]
const columns = (view: RosterView, marked: ReadonlySet<number>, now: Date): readonly Column[] => [
  ['Name', 'text', ({ name }) => name],
  ['ParticipantId', 'text', ({ participantId }) => participantId],
  ['Age', 'plain', ({ dateOfBirth }) => ageAt(dateOfBirth, now)],
  ['Marked', 'text', ({ row }) => (marked.has(row) ? 'yes' : '')],
  [
    'Result',
    'text',
    ({ figures }) =>
      figures === null
        ? ''
        : figures.verdict === 'typicalOnly' && figures.poorGap === null
          ? 'Enough in typical markets'
          : verdicts[figures.verdict],
  ],
  ['Income a month, typical markets', 'dollars', ({ figures }) => cents(figures?.typical)],
  ['Income a month, poor markets', 'dollars', ({ figures }) => cents(figures?.poor)],
  ['Need a month', 'dollars', ({ figures }) => cents(figures?.need)],
  ['Gap a month, typical markets', 'dollars', ({ figures }) => figures?.typicalGap ?? null],
  ['Gap a month, poor markets', 'dollars', ({ figures }) => figures?.poorGap ?? null],
  ['Recommended adds a month', 'dollars', ({ figures }) => figures?.adds ?? null],
  ['Retirement age that closes it', 'plain', ({ figures }) => figures?.retireAt ?? null],
  ['Last talk (UTC)', 'text', ({ lastTalk }) => lastTalk ?? ''],
  ['Forecast at (UTC)', 'text', ({ figures }) => figures?.savedAt ?? ''],
  ['Environment', 'text', ({ figures }) => (figures === null ? '' : view.environment.name)],
  ['Kind', 'text', ({ figures }) => (figures === null ? '' : view.environment.kind)],
  ['Standing', 'text', marksWords],
  ['Doubtful', 'text', ({ doubts }) => doubts.join(' ')],
  ['File', 'text', ({ fileName }) => fileName],
  ['Problem', 'text', ({ problem }) => (problem === null ? '' : explain(problem).happened)],
]

/** The list's export: one row for each of `rows`, in their order. */
export const callFigures = (
  view: RosterView,
  rows: readonly RosterRow[],
  marked: ReadonlySet<number>,
  now: Date,
): FigureTable => {
  const all = columns(view, marked, now)
  return {
    caption: 'Whom to call first',
    columns: all.map(([label, format]) => ({ label, format })),
    rows: rows.map((row) => all.map(([, , read]) => read(row))),
  }
}
