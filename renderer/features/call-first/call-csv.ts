import { ageAt } from '#shared/age-at.ts'
import { csvCell } from '#shared/csv-cell.ts'
import type { RosterRow, RosterView } from '#shared/ipc/roster-views.ts'
import { explain } from '../../lib/errors.ts'

const verdicts = {
  enough: 'Enough in poor markets',
  typicalOnly: 'Short in poor markets only',
  short: 'Short in typical markets',
  unknown: '',
} as const

const cents = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * 100) / 100

type Cell = string | number | null
const columns = (
  view: RosterView,
  marked: ReadonlySet<number>,
  now: Date,
): readonly (readonly [name: string, read: (row: RosterRow) => Cell])[] => [
  ['Name', ({ name }) => name],
  ['ParticipantId', ({ participantId }) => participantId],
  ['Age', ({ dateOfBirth }) => ageAt(dateOfBirth, now)],
  ['Marked', ({ row }) => (marked.has(row) ? 'yes' : '')],
  [
    'Result',
    ({ figures }) =>
      figures === null
        ? ''
        : figures.verdict === 'typicalOnly' && figures.poorGap === null
          ? 'Enough in typical markets'
          : verdicts[figures.verdict],
  ],
  ['Income a month, typical markets', ({ figures }) => cents(figures?.typical)],
  ['Income a month, poor markets', ({ figures }) => cents(figures?.poor)],
  ['Need a month', ({ figures }) => cents(figures?.need)],
  ['Gap a month, typical markets', ({ figures }) => figures?.typicalGap ?? null],
  ['Gap a month, poor markets', ({ figures }) => figures?.poorGap ?? null],
  ['Recommended adds a month', ({ figures }) => figures?.adds ?? null],
  ['Retirement age that closes it', ({ figures }) => figures?.retireAt ?? null],
  ['Last talk (UTC)', ({ lastTalk }) => lastTalk ?? ''],
  ['Forecast at (UTC)', ({ figures }) => figures?.savedAt ?? ''],
  ['Environment', ({ figures }) => (figures === null ? '' : view.environment.name)],
  ['Kind', ({ figures }) => (figures === null ? '' : view.environment.kind)],
  ['File', ({ fileName }) => fileName],
  ['Problem', ({ problem }) => (problem === null ? '' : explain(problem).happened)],
]

/** One line for each of `rows`, in their order (RFC 4180), with a byte order mark so that spreadsheets read names right. */
export const callCsv = (
  view: RosterView,
  rows: readonly RosterRow[],
  marked: ReadonlySet<number>,
  now: Date,
): string => {
  const all = columns(view, marked, now)
  const lines = [all.map(([name]) => name), ...rows.map((row) => all.map(([, read]) => read(row)))]
  return `\uFEFF${lines.map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`
}
