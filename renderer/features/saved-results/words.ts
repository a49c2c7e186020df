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
  accepted: { ...outcomeMeanings.accepted, colour: 'success', icon: 'i-lucide-circle-check' },
  declined: { ...outcomeMeanings.declined, colour: 'warning', icon: 'i-lucide-circle-x' },
  rejected: { ...outcomeMeanings.rejected, colour: 'warning', icon: 'i-lucide-octagon-x' },
  notSent: { ...outcomeMeanings.notSent, colour: 'neutral', icon: 'i-lucide-circle-off' },
  inDoubt: { ...outcomeMeanings.inDoubt, colour: 'error', icon: 'i-lucide-circle-help' },
} as const satisfies Record<
  NonNullable<RecordSummary['outcome']>,
  { label: string; colour: string; icon: string }
>

export const subjectName = (subject: RecordSummary['subject']): string =>
  subject.name || subject.participantId || 'No participant'
