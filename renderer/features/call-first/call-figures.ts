import { ageAt } from '#shared/age-at.ts'
import type { CallListFigures, CallListRow, CallListView } from '#shared/call-first/channels.ts'
import { capitalized, paragraph, written } from '#shared/strategy/statement/said.ts'
import { verdictWords } from '#shared/strategy/statement/words/advisor-words.ts'
import type { Cell, FigureColumn, FigureTable } from '../../charts/figures.ts'
import { explain } from '../../lib/errors.ts'
import { screenWriter, textOf } from '../../ui/figures/writer.ts'
import { marksWords } from './call-first-words.ts'

type Column = readonly [
  label: string,
  format: FigureColumn['format'],
  read: (row: CallListRow) => Cell,
]
const figure = (label: string, read: (figures: CallListFigures) => Cell): Column => [
  label,
  'dollars',
  ({ figures }) => figures && read(figures),
]
/** A column for either shortfalls or surpluses, so that amounts need no sign. */
const gap = (market: 'poor' | 'average', kind: 'short' | 'over'): Column =>
  figure(`${kind === 'short' ? 'Short' : 'Over'} a month, ${market} markets`, ({ gaps }) =>
    gaps[market]?.kind === kind ? gaps[market].figure : null,
  )

const sentCells = { none: '', counted: 'yes', unknown: 'no' } as const

const columns = (view: CallListView, marked: ReadonlySet<number>, now: Date): readonly Column[] => [
  ['Name', 'text', ({ name }) => name],
  ['ParticipantId', 'text', ({ participantId }) => participantId],
  ['Age', 'plain', ({ dateOfBirth }) => ageAt(dateOfBirth, now)],
  ['Marked', 'text', ({ row }) => (marked.has(row) ? 'yes' : '')],
  [
    'Result',
    'text',
    ({ figures }) => figures && written(capitalized(verdictWords(figures)), screenWriter),
  ],
  figure('Income a month, average markets', ({ incomes }) => incomes.average),
  figure('Income a month, poor markets', ({ incomes }) => incomes.poor),
  figure('Goal a month', ({ goal }) => goal && goal.figure),
  gap('average', 'short'),
  gap('average', 'over'),
  gap('poor', 'short'),
  gap('poor', 'over'),
  figure('Recommended adds a month, average markets', ({ adds }) => adds.average),
  figure('Recommended adds a month, poor markets', ({ adds }) => adds.poor),
  ['Retirement age that closes it', 'plain', ({ figures }) => figures?.retireAt?.age ?? null],
  ['Last talk (UTC)', 'text', ({ lastTalk }) => lastTalk ?? ''],
  ['Forecast at (UTC)', 'text', ({ figures }) => figures?.savedAt ?? ''],
  ['Environment', 'text', ({ figures }) => (figures === null ? '' : view.environment.name)],
  ['Kind', 'text', ({ figures }) => (figures === null ? '' : view.environment.kind)],
  ['Standing', 'text', marksWords],
  [
    'Figures include what was sent',
    'text',
    ({ figures }) => figures && sentCells[figures.sent ?? 'none'],
  ],
  ['Doubtful', 'text', ({ doubts }) => textOf(paragraph(...doubts))],
  ['File', 'text', ({ fileName }) => fileName],
  ['Problem', 'text', ({ problem }) => (problem === null ? '' : explain(problem).happened)],
]

/** The rows of an export, one for each of `rows`, in the same order. */
export const callRowFigures = (
  view: CallListView,
  rows: readonly CallListRow[],
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
