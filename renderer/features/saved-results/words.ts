import type { RecordSummary } from '#shared/records/record.ts'

export const kindLooks: Record<
  RecordSummary['kind'],
  { readonly label: string; readonly icon: string }
> = {
  forecast: { label: 'Forecast', icon: 'i-lucide-chart-spline' },
  forecastCurrent: { label: 'Where you stand', icon: 'i-lucide-chart-line' },
  caseInformation: { label: 'Case information', icon: 'i-lucide-landmark' },
  receipt: { label: 'Receipt', icon: 'i-lucide-receipt-text' },
}

export const subjectName = (subject: RecordSummary['subject']): string =>
  subject.name || subject.participantId || 'No participant'
