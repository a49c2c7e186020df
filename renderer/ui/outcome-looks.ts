import type { SubmissionOutcome } from '#shared/records/receipt.ts'
import { outcomeMeanings } from '#shared/receipt/receipt-words.ts'

/** Label and color of each outcome; red is used only if something is left to do. */
export const outcomeLooks = {
  accepted: { ...outcomeMeanings.accepted, colour: 'success', icon: 'i-lucide-circle-check' },
  declined: { ...outcomeMeanings.declined, colour: 'warning', icon: 'i-lucide-circle-x' },
  rejected: { ...outcomeMeanings.rejected, colour: 'warning', icon: 'i-lucide-octagon-x' },
  notSent: { ...outcomeMeanings.notSent, colour: 'neutral', icon: 'i-lucide-circle-off' },
  inDoubt: { ...outcomeMeanings.inDoubt, colour: 'error', icon: 'i-lucide-circle-help' },
} as const satisfies Record<SubmissionOutcome, { label: string; colour: string; icon: string }>
