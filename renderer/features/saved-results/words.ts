import type { RecordSummary } from '#shared/records/record.ts'
import { outcomeMeanings } from '#shared/receipt/words.ts'

/** Kinds of saved result, as a list names and draws them. */
export const kindLooks: Record<
  RecordSummary['kind'],
  { readonly label: string; readonly icon: string }
> = {
  forecast: { label: 'Forecast', icon: 'i-lucide-chart-spline' },
  forecastCurrent: { label: 'Where you stand', icon: 'i-lucide-chart-line' },
  caseInformation: { label: 'Case information', icon: 'i-lucide-landmark' },
  receipt: { label: 'Receipt', icon: 'i-lucide-receipt-text' },
}

/** Outcomes of a submission in words and colour; red only where something is left to do. */
export const outcomeLooks = {
  accepted: { label: outcomeMeanings.accepted.label, colour: 'success' },
  declined: { label: outcomeMeanings.declined.label, colour: 'warning' },
  rejected: { label: outcomeMeanings.rejected.label, colour: 'warning' },
  notSent: { label: outcomeMeanings.notSent.label, colour: 'neutral' },
  inDoubt: { label: outcomeMeanings.inDoubt.label, colour: 'error' },
} as const satisfies Record<
  NonNullable<RecordSummary['outcome']>,
  { label: string; colour: string }
>

/** Whom a result is about. */
export const subjectName = (subject: RecordSummary['subject']): string =>
  subject.name || subject.participantId || 'No participant'
