import { csvCell } from '../text/csv-cell.ts'
import type { DeskReportRow } from './report-rows.ts'
import { inUtc, settledWords } from '../receipt/settled.ts'
import type { Span } from './days.ts'
import { dispositionOf, reasonOf, resultLabels, resultKeyOf, type ReportFilter } from './report.ts'

/** The columns of the file; every number in the report can be recomputed from them. */
const columns: readonly (readonly [
  name: string,
  read: (row: DeskReportRow) => string | number | null,
])[] = [
  ['At (UTC)', ({ at }) => at],
  ['Via', ({ via }) => (via === 'call' ? 'Call' : 'List')],
  ['List', ({ list }) => list],
  ['Environment', ({ environment }) => environment.name],
  ['Kind', ({ environment }) => environment.kind],
  ['User', ({ user }) => user],
  ['ParticipantId', ({ participantId }) => participantId],
  ['Name', ({ name }) => name],
  ['Plans', ({ plans }) => plans],
  ['Result', (row) => resultLabels[resultKeyOf(row)]],
  ['Reason code', ({ reasonCode }) => reasonCode],
  ['Reason', reasonOf],
  ['Disposition code', ({ disposition }) => disposition],
  ['Disposition', dispositionOf],
  ['Contradicts the result', ({ contradicts }) => (contradicts ? 'yes' : '')],
  ['Note', ({ note }) => note],
  ['Wrap-up note', ({ wrapUpNote }) => wrapUpNote],
  ['Checks passed', ({ checksPassed }) => checksPassed],
  ['Checks failed', ({ checksFailed }) => checksFailed],
  ['Seconds to sent', ({ secondsToSent }) => secondsToSent],
  ['Seconds in all', ({ secondsInAll }) => secondsInAll],
  ['Receipt', ({ receiptNumber }) => receiptNumber],
  ['TransactionId', ({ transactionId }) => transactionId],
  ['Settled', ({ settled }) => (settled === null ? '' : settledWords(settled, inUtc))],
]

/**
 * One line for each request and call (RFC 4180), with a byte order mark so that spreadsheet
 * programs read names correctly.
 */
export const reportCsv = (rows: readonly DeskReportRow[]): string =>
  `\uFEFF${[
    columns.map(([name]) => name),
    ...rows.map((row) => columns.map(([, read]) => read(row))),
  ]
    .map((line) => line.map(csvCell).join(','))
    .join('\r\n')}\r\n`

export const reportJson = (
  rows: readonly DeskReportRow[],
  span: Span,
  filter: ReportFilter,
  madeAt: Date,
): string =>
  `${JSON.stringify(
    {
      what: 'Opt-outs sent or ended without sending on this computer',
      madeAt: madeAt.toISOString(),
      from: span.from.toISOString(),
      to: span.to.toISOString(),
      filter,
      rows,
    },
    null,
    2,
  )}\n`
