import type { RecordSummary } from '#shared/records/record.ts'
import { settledLabel } from '#shared/receipt/settled.ts'
import type { Cell, FigureTable } from '../../charts/figures.ts'
import { outcomeLooks } from '../../ui/outcome-looks.ts'
import { kindLooks, subjectName } from './words.ts'

const outcomeOf = ({ outcome, settled }: RecordSummary) =>
  outcome === null ? '' : settled === null ? outcomeLooks[outcome].label : settledLabel(settled)

const columns: readonly (readonly [label: string, read: (item: RecordSummary) => Cell])[] = [
  ['Saved at (UTC)', ({ savedAt }) => savedAt],
  ['Kind', ({ kind }) => kindLooks[kind].label],
  ['Name', ({ subject }) => subjectName(subject)],
  ['ParticipantId', ({ subject }) => subject.participantId],
  ['Scenario', ({ scenario }) => scenario?.name ?? ''],
  ['In short', ({ summary }) => summary],
  ['Outcome', outcomeOf],
  ['Runs', ({ runs = 1, kind }) => (kind === 'receipt' ? '' : String(runs))],
  ['Last run at (UTC)', ({ lastRunAt = '' }) => lastRunAt],
  ['Doubtful', ({ doubts = [] }) => doubts.join(' ')],
  ['Note', ({ scenario }) => scenario?.note ?? ''],
  ['Environment', ({ environment }) => environment.name],
  ['Environment kind', ({ environment }) => environment.kind],
]

/** Saved results as a table, one row each, made on demand: there may be thousands. */
export const resultsTable = (items: readonly RecordSummary[]): FigureTable => ({
  caption: 'Saved results',
  columns: columns.map(([label]) => ({ label, format: 'text' })),
  get rows() {
    return items.map((item) => columns.map(([, read]) => read(item)))
  },
})
