import type { DeskReportRow } from './report-rows.ts'
import { settledLabel } from '../receipt/settled.ts'
import { optOutStandingSchema, standingLabels } from '../receipt/standing.ts'
import { dayOf } from '../moments.ts'
import { daysOf, type Span } from './days.ts'

/**
 * The user's filter for the report. Empty text means all. Where empty text is itself a value to
 * filter by, null means all.
 */
export interface ReportFilter {
  readonly environmentId: string
  readonly via: '' | DeskReportRow['via']
  readonly result: '' | ResultKey
  /** Empty selects requests without a reason. */
  readonly reason: string | null
  /** Calls with this disposition; empty selects calls without one. */
  readonly disposition: string | null
  readonly user: string
}

export const noFilter: ReportFilter = {
  environmentId: '',
  via: '',
  result: '',
  reason: null,
  disposition: null,
  user: '',
}

/** A row's result; what a person settled is told apart from what the service said. */
export const resultKeys = [
  ...optOutStandingSchema.options,
  'settledThrough',
  'settledNot',
  'nothingSent',
] as const
export type ResultKey = (typeof resultKeys)[number]

export const resultLabels: Readonly<Record<ResultKey, string>> = {
  ...standingLabels,
  settledThrough: settledLabel({ wentThrough: true }),
  settledNot: settledLabel({ wentThrough: false }),
  nothingSent: 'Call without a request',
}

export const resultKeyOf = ({ standing, settled }: DeskReportRow): ResultKey => {
  if (settled !== null) return settled.wentThrough ? 'settledThrough' : 'settledNot'
  return standing ?? 'nothingSent'
}

/**
 * The key that groups requests by reason: the text as sent, or as the agent chose it; empty if no
 * reason was given.
 */
export const reasonOf = ({ reason, reasonText, reasonCode }: DeskReportRow): string =>
  reason.trim() || reasonText.trim() || reasonCode.trim()

/** Like {@link reasonOf}, but with a label if no reason was given. */
export const reasonNamed = (row: DeskReportRow): string => reasonOf(row) || 'No reason given'

/** The text of the disposition; empty until the call is wrapped up. */
export const dispositionOf = ({ dispositionText, disposition }: DeskReportRow): string =>
  dispositionText || disposition

export const isNarrow = (filter: ReportFilter): boolean =>
  JSON.stringify({ ...noFilter, ...filter }) !== JSON.stringify(noFilter)

export const matchingRows = (
  rows: readonly DeskReportRow[],
  filter: ReportFilter,
): readonly DeskReportRow[] =>
  rows.filter(
    (row) =>
      (filter.environmentId === '' || row.environment.id === filter.environmentId) &&
      (filter.via === '' || row.via === filter.via) &&
      (filter.result === '' || resultKeyOf(row) === filter.result) &&
      (filter.reason === null || reasonNamed(row) === filter.reason) &&
      (filter.disposition === null ||
        (row.via === 'call' && dispositionOf(row) === filter.disposition)) &&
      (filter.user === '' || row.user === filter.user),
  )

export interface Tally {
  /** The value that is counted; empty for rows without a value. */
  readonly key: string
  readonly many: number
}

/** Count of each value, most frequent first, ties by name. */
export const tallyBy = (
  rows: readonly DeskReportRow[],
  keyOf: (row: DeskReportRow) => string,
): readonly Tally[] => {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
  return [...counts]
    .map(([key, many]) => ({ key, many }))
    .toSorted((a, b) => b.many - a.many || (a.key < b.key ? -1 : 1))
}

/**
 * The smallest of `values` that at least a `share` (0–1) of them do not exceed (nearest rank); null
 * if there are no values.
 */
export const quantile = (values: readonly number[], share: number): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}

/** Handling times in seconds; null if nothing was measured. */
const handlingOf = (seconds: readonly (number | null)[]) => {
  const values = seconds.filter((value) => value !== null)
  return {
    measured: values.length,
    median: quantile(values, 0.5),
    ninetieth: quantile(values, 0.9),
  }
}
export type Handling = ReturnType<typeof handlingOf>

/** The number of requests in an hour of the day, or on a day. */
export interface Slot {
  /** `00` to `23`, or `YYYY-MM-DD`, in this machine's time zone. */
  readonly key: string
  readonly calls: number
  readonly listRows: number
}

/** By hour for a single day, by day for longer spans; empty slots have 0. */
export const slotsOf = (rows: readonly DeskReportRow[], span: Span): readonly Slot[] => {
  const days = daysOf(span)
  const byHour = days.length === 1
  const keyOf = (hour: number) => String(hour).padStart(2, '0')
  const keys = byHour ? Array.from({ length: 24 }, (_, hour) => keyOf(hour)) : days
  const slots = new Map(keys.map((key) => [key, { key, calls: 0, listRows: 0 }]))
  for (const { at, via } of rows) {
    const moment = new Date(at)
    const slot = slots.get(byHour ? keyOf(moment.getHours()) : dayOf(moment))
    if (slot === undefined) continue
    if (via === 'call') slot.calls += 1
    else slot.listRows += 1
  }
  return [...slots.values()]
}

export const summarise = (rows: readonly DeskReportRow[], span: Span) => {
  const calls = rows.filter(({ via }) => via === 'call')
  return {
    rows,
    calls: calls.length,
    listRows: rows.length - calls.length,
    byResult: tallyBy(rows, resultKeyOf),
    byReason: tallyBy(rows, reasonNamed),
    /** The key is empty for calls that are not wrapped up. */
    byDisposition: tallyBy(calls, dispositionOf),
    byUser: tallyBy(rows, ({ user }) => user),
    /** Requests that a person must settle, newest first. */
    inDoubt: rows
      .filter(({ standing }) => standing === 'inDoubt')
      .toSorted((a, b) => b.at.localeCompare(a.at)),
    /** Calls whose disposition does not fit their result, newest first. */
    contradictory: rows
      .filter((row) => row.contradicts)
      .toSorted((a, b) => b.at.localeCompare(a.at)),
    /** Times from a call's first key press to sending, and to the end of the wrap-up. */
    toSent: handlingOf(calls.map(({ secondsToSent }) => secondsToSent)),
    inAll: handlingOf(calls.map(({ secondsInAll }) => secondsInAll)),
    slots: slotsOf(rows, span),
  }
}
export type DeskReport = ReturnType<typeof summarise>
