import type { Receipt, SubmissionOutcome } from '#shared/ipc/views.ts'
import { dateTime } from '../../lib/format.ts'

/** The operations in the words of the people who use them. */
export const operationTitles: Readonly<Record<Receipt['operation'], string>> = {
  enroll: 'Enroll',
  implement: 'Implement',
  optout: 'Opt out',
}

interface OutcomeWords {
  readonly label: string
  readonly icon: string
  readonly color: 'success' | 'warning' | 'error' | 'neutral'
  /** What it means for the participant. */
  readonly meaning: string
}

export const outcomeWords: Readonly<Record<SubmissionOutcome, OutcomeWords>> = {
  accepted: {
    label: 'Success',
    icon: 'i-lucide-circle-check',
    color: 'success',
    meaning: 'The service carried it out.',
  },
  declined: {
    label: 'Declined',
    icon: 'i-lucide-circle-x',
    color: 'warning',
    meaning: 'The service understood it and did not carry it out. Nothing has changed for the participant.',
  },
  rejected: {
    label: 'Rejected',
    icon: 'i-lucide-octagon-x',
    color: 'error',
    meaning: 'The service refused the request. Nothing has changed for the participant.',
  },
  notSent: {
    label: 'Not sent',
    icon: 'i-lucide-circle-off',
    color: 'neutral',
    meaning: 'Nothing reached the service. It is safe to try again.',
  },
  inDoubt: {
    label: 'In doubt',
    icon: 'i-lucide-circle-help',
    color: 'warning',
    meaning: 'It may or may not have been carried out. Do not send it again before you know.',
  },
}

/** Service options and plan types known from the service's documentation; any other text may be typed. */
export const serviceOptions = [
  'ManagedAccounts',
  'QualMRP',
  'OnlineAdvice',
  'OnlineGuidance',
  'OnlineCallCenter',
  'Proposal',
] as const
export const planTypes = ['401K', '403B', '457B', '401A', 'Profit Sharing', 'Money Purchase', 'Thrift', 'IRA'] as const

const yesNo = (value: boolean | null): string => (value === null ? '' : value ? 'Yes' : 'No')

/** The service's own fields of a result, by its own names and in its own order. */
export const resultRows = (receipt: Receipt): readonly (readonly [name: string, value: string])[] => {
  const { result } = receipt
  if (result === null) return []
  return [
    ['Success', result.success === null ? 'not said' : result.success ? 'true' : 'false'],
    ['ErrorMessage', result.errorMessage],
    ['TransactionId', result.transactionId],
    ['ClientTransactionId', result.clientTransactionId],
    ['RKTransactionId', result.rkTransactionId],
    ['RKTransactionMessage', result.rkTransactionMessage],
    ['TransactionState', result.transactionState],
    ['TransactionReturnCode', result.transactionReturnCode],
    ['TransactionData', result.transactionData],
    ['HtmlTransactionConfirmation', yesNo(result.htmlTransactionConfirmation)],
    ['ClientId', result.clientId],
  ]
}

/** The receipt as plain text for the clipboard. */
export const receiptText = (receipt: Receipt): string =>
  [
    `Glidepath receipt ${receipt.receiptNumber}`,
    `${operationTitles[receipt.operation]}: ${outcomeWords[receipt.outcome].label}`,
    receipt.explanation,
    `Participant: ${receipt.subject.name} (${receipt.subject.participantId})`,
    `Plans: ${receipt.plans.map((plan) => [plan.planId, plan.planType, plan.serviceOption].filter(Boolean).join(' ')).join('; ')}`,
    receipt.reason === '' ? '' : `Reason: ${receipt.reason}`,
    `Environment: ${receipt.environment.name} (${receipt.environment.kind})`,
    `Sent: ${dateTime(receipt.sentAt)} (${receipt.sentAt}) by ${receipt.user}`,
    ...resultRows(receipt).map(([name, value]) => `${name}: ${value}`),
    `Body SHA-256: ${receipt.bodySha256}`,
  ]
    .filter((line) => line !== '')
    .join('\n')
