import type { RecordSummary } from '#shared/records/record.ts'
import { settledLabel } from '#shared/receipt/settled.ts'
import type { LineIncome } from '#shared/strategy/statement/lists/short-answer.ts'
import { paragraph, separated, type Said } from '#shared/strategy/statement/said.ts'
import { roleNames } from '#shared/strategy/statement/statement.ts'
import type { Cell, FigureColumn, FigureTable } from '../../charts/figures.ts'
import { textOf } from '../../ui/figures/writer.ts'
import { outcomeLooks } from '../../ui/outcome-looks.ts'
import { kindLooks, subjectName } from './record-words.ts'

const outcomeOf = ({ outcome, settled }: RecordSummary) =>
  outcome === null ? '' : settled === null ? outcomeLooks[outcome].label : settledLabel(settled)

type IncomesOf = (item: RecordSummary) => readonly LineIncome[]
type ClaimsOf = (item: RecordSummary) => Said
type Column = readonly [
  label: string,
  format: FigureColumn['format'],
  read: (item: RecordSummary, incomesOf: IncomesOf, claimsOf: ClaimsOf) => Cell,
]

const income = (role: LineIncome['role']): Column => [
  `${roleNames[role]}, a month in average markets`,
  'dollars',
  (item, incomesOf) => incomesOf(item).find((each) => each.role === role)?.income ?? null,
]

const columns: readonly Column[] = [
  ['Saved at (UTC)', 'text', ({ savedAt }) => savedAt],
  ['Kind', 'text', ({ kind }) => kindLooks[kind].label],
  ['Name', 'text', ({ subject }) => subjectName(subject)],
  ['ParticipantId', 'text', ({ subject }) => subject.participantId],
  ['Scenario', 'text', ({ scenario }) => scenario?.name ?? ''],
  [
    'In short',
    'text',
    (item, _incomes, claimsOf) => textOf(separated([claimsOf(item), item.summary], ' · ')),
  ],
  income('today'),
  income('plan'),
  income('recommended'),
  ['Outcome', 'text', outcomeOf],
  ['Runs', 'text', ({ runs = 1, kind }) => (kind === 'receipt' ? '' : String(runs))],
  ['Last run at (UTC)', 'text', ({ lastRunAt = '' }) => lastRunAt],
  ['Doubtful', 'text', ({ doubts = [] }) => textOf(paragraph(...doubts))],
  ['Note', 'text', ({ scenario }) => scenario?.note ?? ''],
  ['Environment', 'text', ({ environment }) => environment.name],
  ['Environment kind', 'text', ({ environment }) => environment.kind],
]

/**
 * Saved results as a table, one result per row. Built only on request, because there may be
 * thousands.
 */
export const resultsTable = (
  items: readonly RecordSummary[],
  incomesOf: IncomesOf,
  claimsOf: ClaimsOf,
): FigureTable => ({
  caption: 'Saved results',
  columns: columns.map(([label, format]) => ({ label, format })),
  get rows() {
    return items.map((item) => columns.map(([, , read]) => read(item, incomesOf, claimsOf)))
  },
})
