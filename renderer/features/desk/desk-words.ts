import type { DeskStep } from '#shared/desk/texts.ts'
import { standingLabels, type OptOutStanding } from '#shared/receipt/standing.ts'
import type { EarlierRequest } from '#shared/desk/report-rows.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { settledLabel, settledOf, settledWords } from '#shared/receipt/settled.ts'
import { operationTitle, outcomeMeanings } from '#shared/receipt/receipt-words.ts'
import { zonedTime } from '../../lib/format.ts'

const looks = {
  done: { icon: 'i-lucide-circle-check', color: 'success', next: 'Give the receipt number.' },
  alreadyOut: {
    icon: 'i-lucide-circle-check-big',
    color: 'info',
    next: 'Nothing was changed; nothing more has to be sent.',
  },
  notEnrolled: {
    icon: 'i-lucide-user-round-x',
    color: 'info',
    next: 'There is nothing to opt out of. Compare ParticipantId and plans with the caller.',
  },
  declined: {
    icon: 'i-lucide-circle-x',
    color: 'warning',
    next: 'Nothing has changed. The service’s own words are below.',
  },
  rejected: {
    icon: 'i-lucide-octagon-x',
    color: 'error',
    next: 'Nothing has changed. Compare what was entered with the caller.',
  },
  notSent: {
    icon: 'i-lucide-circle-off',
    color: 'neutral',
    next: 'Nothing reached the service. You can safely send it again.',
  },
  inDoubt: {
    icon: 'i-lucide-circle-help',
    color: 'warning',
    next: 'It is not sent a second time. Check and settle below, now or later; note the caller’s number in the wrap-up.',
  },
} as const

/** An earlier request in a few words, for example `Opt out: already out`. */
export const earlierWords = ({ operation, standing, outcome, settled }: EarlierRequest): string => {
  const became = standing === null ? outcomeMeanings[outcome].label : standingLabels[standing]
  return `${operationTitle(operation)}: ${(settled === null ? became : settledLabel(settled)).toLowerCase()}`
}

/**
 * The result of an opt-out. If a person settled it, the label says who said so, not what the
 * program observed.
 */
export const standingOnReceipt = (receipt: Receipt, standing: OptOutStanding) => {
  const settled = settledOf(receipt)
  return {
    label: standingLabels[standing],
    ...looks[standing],
    ...(settled && { label: settledLabel(settled), next: settledWords(settled, zonedTime) }),
  }
}

export const stepLeads: Readonly<Record<DeskStep, string>> = {
  caller: 'Who is calling.',
  identify: 'Mark each question as right or wrong. Answers are never kept.',
  plans: 'The plans the caller wants to leave: one, several or all.',
  reason: 'Why, as far as the caller says.',
  readBack: 'Read it out; send once the caller agrees.',
  receipt: 'Whether it went through.',
  wrapUp: 'How the call ended.',
}

/** Formats seconds as `3:07`. */
export const clock = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
