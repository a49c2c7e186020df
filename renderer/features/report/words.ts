import type { ReportPart, ReportSource } from '#shared/ipc/report-channels.ts'
import { dateTime } from '../../lib/format.ts'

/** What the pages of a report are called, in their order. */
export const partWords: Readonly<Record<ReportPart, string>> = {
  income: 'Income by source',
  wealth: 'Savings over the years',
  mix: 'How the savings are invested',
  funds: 'Funds in each account',
  accepted: 'Recommended and accepted',
  assumptions: 'Assumptions',
}

/** A kept forecast in a list: what was changed for it, and when it was run. */
export const sourceWords = ({ name, savedAt }: ReportSource): string =>
  name === '' ? dateTime(savedAt) : `${name} · ${dateTime(savedAt)}`
