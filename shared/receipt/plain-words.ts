import { submissionNamed } from '../express/operations.ts'
import { joined } from '../express/field.ts'
import type { SentField } from '../express/changes.ts'
import type { Receipt } from '../records/receipt.ts'
import { figureWords } from '../savings/figures.ts'
import { annuityNote, type RecommendedAnnuity } from '../strategy/changes/annuities.ts'
import { inUtc, settledOf } from './settled.ts'
import { standingLabels, standingOf } from './standing.ts'
import { environmentWords, outcomeOf, senderOf } from './words.ts'

/** A receipt retold: the request and its outcome, without anything that was not sent or answered. */

/** `ACME401K, type PreTax: 11%`, as a sent savings rate reads. */
const savingsLine = /^(.+?)(?:, type (.+))?: (\S+%)$/

/** `ACME401K, type PreTax: 11%` reads `11% to ACME401K (PreTax)`; an unknown form stays as it is. */
const savingsPhrase = (line: string) => {
  const [, plan = '', type, rate] = savingsLine.exec(line) ?? []
  return rate === undefined ? line : `${rate} to ${plan}${type === undefined ? '' : ` (${type})`}`
}

/**
 * The participant's own rates in the file. Receipts before `beside` have the employer's and the sums in the same text.
 */
const ratesBefore = (file: string | null) => {
  const own = (file ?? '')
    .split('; ')
    .filter((rate) => /(?:^| )(?:pre-tax|post-tax|Roth) /.test(rate))
  return own.length === 0 ? '' : `, where the file says ${joined(own)}`
}

/** A request: `asked` follows “asked for”, `does` follows a name. */
interface Phrase {
  readonly asked: string
  readonly does: string
}

/** How a sent field reads before its value; others mean nothing to a person. */
const fieldPhrases: Readonly<Record<string, Phrase>> = {
  SavingsRateDetails: { asked: 'saving', does: 'saves' },
  RetirementAge: { asked: 'retiring at', does: 'retires at' },
  Salary: { asked: 'a salary of', does: 'has a salary of' },
  PensionTypes: { asked: 'pensions of', does: 'has pensions of' },
  ExcludeSocialSecurity: { asked: 'Social Security', does: 'has Social Security' },
  DesiredRetirementIncome: {
    asked: 'a retirement income of',
    does: 'wants a retirement income of',
  },
}

const phraseOf = ({ name, lines, file }: SentField): Phrase | null => {
  const [first] = lines
  const phrase = fieldPhrases[name]
  if (first === undefined || phrase === undefined) return null
  const value =
    name === 'SavingsRateDetails'
      ? `${joined(lines.map(savingsPhrase))}${ratesBefore(file)}`
      : name === 'PensionTypes'
        ? joined(lines)
        : first
  return { asked: `${phrase.asked} ${value}`, does: `${phrase.does} ${value}` }
}

const plansPhrase = ({ operation, plans }: Receipt): Phrase | null => {
  if (plans.length === 0) return null
  const { asked, does } = submissionNamed(operation).receipt
  return { asked: asked(plans), does: does(plans) }
}

const standing = (receipt: Receipt): 'through' | 'not' | 'unsent' | 'open' => {
  const settled = settledOf(receipt)
  if (settled !== null) return settled.wentThrough ? 'through' : 'not'
  const { outcome } = receipt
  if (outcome === 'accepted') return 'through'
  if (outcome === 'notSent') return 'unsent'
  return outcome === 'inDoubt' ? 'open' : 'not'
}

const whose = ({ subject }: Receipt, unnamed = 'the participant') => subject.name.trim() || unnamed

const askedSentence = (receipt: Receipt) => {
  const phrases = [plansPhrase(receipt), ...receipt.sent.map(phraseOf)].filter(
    (phrase) => phrase !== null,
  )
  if (phrases.length === 0) return null
  const stands = standing(receipt)
  // A settled outcome is a person's word: it was asked for, and they say that it went through.
  if (stands === 'through' && settledOf(receipt) === null)
    return `${whose(receipt, 'The participant')} ${phrases.map(({ does }) => does).join('; ')}.`
  const lead = {
    through: 'Asked',
    not: 'Asked, and not carried out,',
    unsent: 'Never sent',
    open: 'Asked, and not known to be carried out,',
  }[stands]
  return `${lead} for ${whose(receipt)}: ${phrases.map(({ asked }) => asked).join('; ')}.`
}

type UnsentLine = NonNullable<Receipt['recommended']>['lines'][number]

/** `pre-tax savings of 10% of pay to ACME401K 401(k) instead of 7% of pay`. */
const valuePhrase = (kind: UnsentLine['kind'], value: UnsentLine['values'][number]) => {
  const { account, label, from, to } = value
  if (kind === 'age')
    return `retirement age ${to ?? ''}${from === null ? '' : ` instead of ${from}`}`
  const name = label.replace(/^P(?=re-tax|ost-tax)/, 'p')
  const plan = account === '' ? '' : ` to ${account}`
  return `${name} savings of ${figureWords({ percent: to })}${plan} instead of ${figureWords({ percent: from ?? 0 })}`
}

const annuityPhrase = ({ type, percent, dollars }: RecommendedAnnuity) => {
  const figures = [
    percent !== null && `${percent}%`,
    dollars !== null && figureWords({ dollars }).replace(/ a year$/, ''),
  ].filter((figure) => figure !== false)
  return `an annuity${type === '' ? '' : ` (${type})`} of ${figures.join(', ')}`
}

/** What was recommended when it was sent, and not sent; null without any. */
const unsentSentence = ({ recommended }: Receipt) => {
  if (recommended === null) return null
  const lines = recommended.lines.filter(({ became }) => became === 'notSent')
  const found = [
    ...lines.flatMap(({ kind, values }) =>
      values.filter(({ from, to }) => from !== to).map((value) => valuePhrase(kind, value)),
    ),
    ...recommended.annuities.map((each) => `${annuityPhrase(each)}, which ${annuityNote}`),
  ]
  return found.length === 0 ? null : `Recommended, and not sent: ${joined(found)}.`
}

/** What an opt-out's answer says beyond its outcome, as the desk names it; empty if nothing, or if a person settled it. */
const furtherWord = (receipt: Receipt) => {
  if (receipt.operation !== 'optout' || settledOf(receipt) !== null) return ''
  const found = standingOf(receipt)
  return found === 'alreadyOut' || found === 'notEnrolled'
    ? `: ${standingLabels[found].toLowerCase()}`
    : ''
}

/**
 * The operation and its outcome: `Enrollment accepted`, `Opt-out declined: not enrolled`, `Opt-out settled, went
 * through`.
 */
export const plainTitle = (receipt: Receipt): string =>
  `${submissionNamed(receipt.operation).receipt.noun} ${outcomeOf(receipt, inUtc).label.toLowerCase()}${furtherWord(receipt)}`

/** What follows {@link plainTitle} and the outcome's meaning: the request, what was not sent, and reference numbers. */
export const plainSentences = (receipt: Receipt): readonly string[] => {
  const many = receipt.plans.length
  const isThrough = receipt.outcome === 'accepted' && settledOf(receipt) === null
  const { transactionId = '', rkTransactionMessage = '' } = receipt.result ?? {}
  return [
    askedSentence(receipt),
    ...(isThrough ? (receipt.recommended?.rules ?? []) : []),
    receipt.doubts.length > 0 && `Confirmed before sending: ${receipt.doubts.join(' ')}`,
    isThrough && unsentSentence(receipt),
    isThrough &&
      many > 1 &&
      `The service gives one answer for all ${many} plans and says nothing of each.`,
    isThrough && 'The service does not say from which day it counts.',
    rkTransactionMessage !== '' && `The record-keeper says: “${rkTransactionMessage}”`,
    transactionId !== '' && `Transaction number ${transactionId}.`,
  ].filter((sentence) => sentence !== false && sentence !== null)
}

/** A receipt as plain text for a client's file elsewhere. A masked one leaves out the participant's id. */
export const receiptNote = (
  receipt: Receipt,
  moment: (iso: string) => string,
  masked: boolean,
): string => {
  const { participantId } = receipt.subject
  return [
    `${plainTitle(receipt)}.`,
    receipt.environment.kind === 'training' && 'Training – simulated. Nobody’s savings changed.',
    outcomeOf(receipt, moment).meaning,
    ...plainSentences(receipt),
    !masked && participantId !== '' && `Participant ${participantId}`,
    `${senderOf(receipt)}, ${moment(receipt.sentAt)}, ${environmentWords(receipt)}`,
    `Receipt ${receipt.receiptNumber}`,
  ]
    .filter((line) => line !== false)
    .join('\n')
}
