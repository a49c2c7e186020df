import type { DeskReportRow } from './report-rows.ts'
import type { OptOutStanding } from './texts.ts'
import { dayOf } from '../moments.ts'
import { daysOf, type Span } from './days.ts'

/** The supervisor's view as numbers: pure functions of the rows that the program found. */

/** What a person narrows the report with; an empty text means all, and so does null where nothing may be what is looked for. */
export interface ReportFilter {
  readonly environmentId: string
  readonly via: '' | DeskReportRow['via']
  /** `nothingSent` for calls in which nothing was sent. */
  readonly standing: '' | OptOutStanding | 'nothingSent'
  /** Empty for those in which none was given. */
  readonly reason: string | null
  /** Calls that ended so; empty for calls of which that is not known. */
  readonly disposition: string | null
  readonly user: string
}

export const noFilter: ReportFilter = {
  environmentId: '',
  via: '',
  standing: '',
  reason: null,
  disposition: null,
  user: '',
}

/** A result, where calls without one have a word of their own. */
export const standingOf = ({ standing }: DeskReportRow): OptOutStanding | 'nothingSent' =>
  standing ?? 'nothingSent'

/** What a reason is counted under: its text as sent, or as the agent chose it; empty where none was given. */
export const reasonOf = ({ reason, reasonText, reasonCode }: DeskReportRow): string =>
  reason.trim() || reasonText.trim() || reasonCode.trim()

/** How a call ended, in the words it was wrapped up with; empty while it is not. */
export const dispositionOf = ({ dispositionText, disposition }: DeskReportRow): string =>
  dispositionText || disposition

/** Whether `filter` leaves anything out. */
export const isNarrow = ({
  environmentId,
  via,
  standing,
  reason,
  disposition,
  user,
}: ReportFilter): boolean =>
  [environmentId, via, standing, user].some((value) => value !== '') ||
  reason !== null ||
  disposition !== null

/** Rows that fit every part of `filter`, in the order in which they came. */
export const matchingRows = (
  rows: readonly DeskReportRow[],
  filter: ReportFilter,
): readonly DeskReportRow[] =>
  rows.filter(
    (row) =>
      (filter.environmentId === '' || row.environment.id === filter.environmentId) &&
      (filter.via === '' || row.via === filter.via) &&
      (filter.standing === '' || standingOf(row) === filter.standing) &&
      (filter.reason === null || reasonOf(row) === filter.reason) &&
      (filter.disposition === null ||
        (row.via === 'call' && dispositionOf(row) === filter.disposition)) &&
      (filter.user === '' || row.user === filter.user),
  )

export interface Tally {
  /** What was counted; empty where the rows had nothing there. */
  readonly key: string
  readonly many: number
}

/** How often each value occurs, most frequent first, equals by name. */
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
 * The value under which `share` (0–1) of `values` lie, by the nearest-rank method, so that it is one of them; null
 * without values.
 */
export const quantile = (values: readonly number[], share: number): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}

/** Seconds; null where nothing was measured. */
export interface Handling {
  readonly measured: number
  readonly median: number | null
  readonly ninetieth: number | null
}

const handlingOf = (seconds: readonly (number | null)[]): Handling => {
  const values = seconds.filter((value) => value !== null)
  return {
    measured: values.length,
    median: quantile(values, 0.5),
    ninetieth: quantile(values, 0.9),
  }
}

/** Requests in an hour of the day, or on a day. */
export interface Slot {
  /** `00` to `23`, or `YYYY-MM-DD`, on this machine's clock. */
  readonly key: string
  readonly calls: number
  readonly listRows: number
}

/** By hour of the day for one day, by day for longer spans; slots without anything are there with 0. */
export const slotsOf = (rows: readonly DeskReportRow[], span: Span): readonly Slot[] => {
  const days = daysOf(span)
  const byHour = days.length === 1
  const keys = byHour
    ? Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
    : days
  const slots = new Map(keys.map((key) => [key, { key, calls: 0, listRows: 0 }]))
  for (const { at, via } of rows) {
    const moment = new Date(at)
    const slot = slots.get(byHour ? String(moment.getHours()).padStart(2, '0') : dayOf(moment))
    if (slot === undefined) continue
    if (via === 'call') slot.calls += 1
    else slot.listRows += 1
  }
  return [...slots.values()]
}

export interface DeskReport {
  readonly rows: readonly DeskReportRow[]
  readonly calls: number
  readonly listRows: number
  readonly byStanding: readonly Tally[]
  readonly byReason: readonly Tally[]
  /** Calls only; the key is empty while a call is not wrapped up. */
  readonly byDisposition: readonly Tally[]
  readonly byUser: readonly Tally[]
  /** Still to be settled by a person, newest first. */
  readonly inDoubt: readonly DeskReportRow[]
  /** From the first key of a call to sent, and to the end of wrap-up. */
  readonly toSent: Handling
  readonly inAll: Handling
  readonly slots: readonly Slot[]
}

/** The whole view of `rows`, which are those of `span` already filtered. */
export const summarise = (rows: readonly DeskReportRow[], span: Span): DeskReport => {
  const calls = rows.filter(({ via }) => via === 'call')
  return {
    rows,
    calls: calls.length,
    listRows: rows.length - calls.length,
    byStanding: tallyBy(rows, standingOf),
    byReason: tallyBy(rows, reasonOf),
    byDisposition: tallyBy(calls, dispositionOf),
    byUser: tallyBy(rows, ({ user }) => user),
    inDoubt: rows
      .filter(({ standing }) => standing === 'inDoubt')
      .toSorted((a, b) => b.at.localeCompare(a.at)),
    toSent: handlingOf(calls.map(({ secondsToSent }) => secondsToSent)),
    inAll: handlingOf(calls.map(({ secondsInAll }) => secondsInAll)),
    slots: slotsOf(rows, span),
  }
}
