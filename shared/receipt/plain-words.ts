import type { SentField } from '../ipc/change-views.ts'
import type { Receipt } from '../ipc/views.ts'
import { inUtc, settledOf } from './settled.ts'
import { environmentWords, outcomeOf, planWords } from './words.ts'

/** A receipt as one tells it: what was asked for, what became of it, and nothing that was not sent or answered. */

const operationNames: Readonly<Record<Receipt['operation'], string>> = {
  enroll: 'Enrollment',
  implement: 'Implementation of the advice',
  optout: 'Opt-out',
}

const joined = (parts: readonly string[], last = 'and'): string =>
  parts.length < 2
    ? (parts[0] ?? '')
    : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1) ?? ''}`

/** `ACME401K, type PreTax: 11%` reads `11% to ACME401K (PreTax)`; what is of no known form stays as it is. */
const savingsPhrase = (line: string): string => {
  const [, plan = '', type, rate] = /^(.+?)(?:, type (.+))?: (\S+%)$/.exec(line) ?? []
  return rate === undefined ? line : `${rate} to ${plan}${type === undefined ? '' : ` (${type})`}`
}

/** The file's own rates, without the sums that stand behind them. */
const ratesBefore = (file: string | null): string => {
  const rates = (file ?? '').replace(/(?:^|; )You .*$/s, '')
  return rates === '' ? '' : `, where the file says ${rates}`
}

/** What a field asks for, as one goes on after “asked for”; null for what says nothing to a person. */
const phraseOf = ({ name, lines, file }: SentField): string | null => {
  if (lines.length === 0) return null
  const [first = ''] = lines
  switch (name) {
    case 'SavingsRateDetails':
      return `saving ${joined(lines.map(savingsPhrase))}${ratesBefore(file)}`
    case 'RetirementAge':
      return `retiring at ${first}`
    case 'Salary':
      return `a salary of ${first}`
    case 'PensionTypes':
      return `pensions of ${joined(lines)}`
    case 'ExcludeSocialSecurity':
      return `Social Security ${first}`
    case 'DesiredRetirementIncome':
      return `a retirement income of ${first}`
    default:
      return null
  }
}

const plansPhrase = ({ operation, plans }: Receipt): string | null => {
  if (plans.length === 0) return null
  const named = joined(plans.map(planWords))
  return {
    enroll: `taking part in ${named}`,
    implement: `the advice put in place in ${named}`,
    optout: `an end of the service for ${joined(plans.map(({ planId }) => planId))}`,
  }[operation]
}

const standing = (receipt: Receipt): 'through' | 'not' | 'unsent' | 'open' => {
  const settled = settledOf(receipt)
  if (settled !== null) return settled.wentThrough ? 'through' : 'not'
  const { outcome } = receipt
  if (outcome === 'accepted') return 'through'
  if (outcome === 'notSent') return 'unsent'
  return outcome === 'inDoubt' ? 'open' : 'not'
}

const whose = ({ subject }: Receipt): string => subject.name || 'the participant'

/** What was asked for and whether it counts; null where the receipt names nothing. */
const askedSentence = (receipt: Receipt): string | null => {
  const phrases = [plansPhrase(receipt), ...receipt.sent.map(phraseOf)].filter(
    (phrase) => phrase !== null,
  )
  if (phrases.length === 0) return null
  const lead = {
    through: settledOf(receipt) === null ? 'Accepted' : 'Asked',
    not: 'Asked, and not carried out,',
    unsent: 'Never sent',
    open: 'Asked, and not known to be carried out,',
  }[standing(receipt)]
  return `${lead} for ${whose(receipt)}: ${phrases.join('; ')}.`
}

/** The operation and what became of it: `Enrollment accepted.`, `Opt-out settled, went through.` */
export const plainHeadline = (receipt: Receipt): string =>
  `${operationNames[receipt.operation]} ${outcomeOf(receipt, inUtc).label.toLowerCase()}.`

/**
 * The sentences that follow {@link plainHeadline} and what it means: what was asked for, that one answer covers several
 * plans, and the numbers under which it can be asked about.
 */
export const plainSentences = (receipt: Receipt): readonly string[] => {
  const { result, plans } = receipt
  const isThrough = receipt.outcome === 'accepted' && settledOf(receipt) === null
  const number = result?.transactionId ?? ''
  const recordKeeper = result?.rkTransactionMessage ?? ''
  return [
    askedSentence(receipt),
    isThrough && plans.length > 1
      ? `The service gives one answer for all ${plans.length} plans and says nothing of each.`
      : null,
    isThrough ? 'From which day it counts, the service does not say.' : null,
    recordKeeper === '' ? null : `The record-keeper says: “${recordKeeper}”`,
    number === '' ? null : `Transaction number ${number}.`,
  ].filter((sentence) => sentence !== null)
}

/**
 * A receipt as a note for a client's file elsewhere: plain text, a line each. Give it the masked receipt, and the
 * participant's id is left out; identifiers in what the service says are then masked.
 */
export const receiptNote = (
  receipt: Receipt,
  moment: (iso: string) => string,
  masked: boolean,
): string => {
  const { participantId } = receipt.subject
  return [
    plainHeadline(receipt),
    receipt.environment.kind === 'training'
      ? 'Training – simulated. Nobody’s savings changed.'
      : '',
    outcomeOf(receipt, moment).meaning,
    ...plainSentences(receipt),
    masked || participantId === '' ? '' : `Participant ${participantId}`,
    `${receipt.user}, ${moment(receipt.sentAt)}, ${environmentWords(receipt)}`,
    `Receipt ${receipt.receiptNumber}`,
  ]
    .filter((line) => line !== '')
    .join('\n')
}
