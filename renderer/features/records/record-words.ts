import { dayOf } from '#shared/moments.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import { lastMade } from '#shared/records/saved.ts'
import { date, numericDate } from '../../lib/format.ts'
import { textOf } from '../../ui/figures/writer.ts'
import { outcomeLooks } from '../../ui/outcome-looks.ts'

export const kindLooks = {
  forecast: { label: 'Forecast', icon: 'i-lucide-chart-spline' },
  forecastCurrent: { label: 'Where you stand', icon: 'i-lucide-chart-line' },
  caseInformation: { label: 'Case information', icon: 'i-lucide-landmark' },
  receipt: { label: 'Receipt', icon: 'i-lucide-receipt-text' },
  report: { label: 'Report', icon: 'i-lucide-file-text' },
} as const satisfies Record<RecordSummary['kind'], object>

/** The kind of a result; a forecast with changed inputs is a scenario. */
export const kindName = ({ kind, changed }: Pick<RecordSummary, 'kind' | 'changed'>): string =>
  kind === 'forecast' && changed === true ? 'Scenario' : kindLooks[kind].label

export const subjectName = (subject: RecordSummary['subject']): string =>
  subject.name || subject.participantId || 'No participant'

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** A day as an American may type it: `November 1, 2026`, `11/01/2026`, `11/1/26`, `11-01-2026`, `20261101`. */
export const spelledDates = (day: Date): readonly string[] => {
  const [year, month, date] = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
  const short = String(year).slice(-2)
  const [mm, dd] = [twoDigits(month), twoDigits(date)]
  const long = day.toLocaleDateString('en-US', { month: 'long', day: 'numeric', year: 'numeric' })
  return [
    long,
    ...[`${mm}/${dd}/${year}`, `${month}/${date}/${year}`, `${mm}/${dd}/${short}`],
    ...[`${month}/${date}/${short}`, `${mm}-${dd}-${year}`, `${month}-${date}-${year}`],
    `${year}${mm}${dd}`,
  ]
}

/** What a line shows beside names, numbers and notes, for the search. */
export const lineWords = (item: RecordSummary): readonly string[] => {
  const made = lastMade(item)
  return [
    ...[
      kindName(item),
      kindLooks[item.kind].label,
      textOf(item.summary),
      date(made),
      numericDate(made),
      ...spelledDates(new Date(made)),
    ],
    ...[dayOf(new Date(made)), item.outcome === null ? '' : outcomeLooks[item.outcome].label],
  ]
}
