import type { RecordSummary } from '#shared/records/record.ts'
import { outcomeMeanings } from '#shared/receipt/words.ts'

export const kindLooks: Record<
  RecordSummary['kind'],
  { readonly label: string; readonly icon: string }
> = {
  forecast: { label: 'Forecast', icon: 'i-lucide-chart-spline' },
  forecastCurrent: { label: 'Where you stand', icon: 'i-lucide-chart-line' },
  caseInformation: { label: 'Case information', icon: 'i-lucide-landmark' },
  receipt: { label: 'Receipt', icon: 'i-lucide-receipt-text' },
}

/** Outcomes of a submission in words and color; red only if something is left to do. */
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

export const subjectName = (subject: RecordSummary['subject']): string =>
  subject.name || subject.participantId || 'No participant'
