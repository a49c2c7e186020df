import type { LibraryItem } from '#shared/ipc/views.ts'

/** Kinds of saved result, as a list names and draws them. */
export const kindLooks: Record<LibraryItem['kind'], { readonly label: string; readonly icon: string }> = {
  forecast: { label: 'Forecast', icon: 'i-lucide-chart-spline' },
  forecastCurrent: { label: 'Current only', icon: 'i-lucide-chart-line' },
  caseInformation: { label: 'Case information', icon: 'i-lucide-landmark' },
  receipt: { label: 'Receipt', icon: 'i-lucide-receipt-text' },
}

/** Outcomes of a submission in words and colour; red only where something is left to do. */
export const outcomeLooks = {
  accepted: { label: 'Accepted', colour: 'success' },
  declined: { label: 'Declined', colour: 'warning' },
  rejected: { label: 'Rejected', colour: 'warning' },
  notSent: { label: 'Not sent', colour: 'neutral' },
  inDoubt: { label: 'In doubt', colour: 'error' },
} as const satisfies Record<NonNullable<LibraryItem['outcome']>, { label: string; colour: string }>

/** Whom a result is about. */
export const subjectName = (subject: LibraryItem['subject']): string =>
  subject.name || subject.participantId || 'No participant'
