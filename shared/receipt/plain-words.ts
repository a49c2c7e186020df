import type { AgeChange, RateChange, SentField } from '../express/changes.ts'
import { paragraph } from '../figures/said.ts'
import { submissionNamed } from '../express/operations.ts'
import type { Receipt } from '../records/receipt.ts'
import { annuityNote } from '../strategy/changes/annuities.ts'
import { cautionWords } from '../strategy/changes/cautions.ts'
import { isOtherAge, isOtherRate } from '../strategy/changes/rate-change.ts'
import {
  americanWriter,
  enumerated,
  said,
  separated,
  written,
  type Said,
} from '../strategy/statement/said.ts'
import { inUtc, settledOf, type MomentWords } from './settled.ts'
import { standingLabels, standingOf } from './standing.ts'
import { callRows, environmentWords, outcomeOf } from './receipt-words.ts'

/**
 * Describes a receipt in plain words: what was asked for and what happened, without anything that was neither sent nor
 * answered.
 */

/** The start of a sent savings rate, such as `ACME401K, type PreTax: `. */
const savingsStart = /^(.+?)(?:, type (.+))?: $/

/** Turns `ACME401K, type PreTax: 11%` into `11% to ACME401K (PreTax)`; an unknown form stays as it is. */
const savingsPhrase = (line: Said): Said => {
  const [start, ...rate] = line
  const [, plan, type] = typeof start === 'string' ? (savingsStart.exec(start) ?? []) : []
  return plan === undefined || rate.length === 0
    ? line
    : said`${rate} to ${plan}${type === undefined ? '' : ` (${type})`}`
}

/** Words for a request: `asked` follows “asked for”, and `does` follows a name. */
interface Phrase {
  readonly asked: Said
  readonly does: Said
}

/**
 * The words before a sent field's value. Other fields are left out, because they mean nothing to a
 * reader.
 */
const fieldPhrases: Readonly<Record<string, Readonly<Record<keyof Phrase, string>>>> = {
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
  const before = file === null || file.length === 0 ? [] : enumerated(file)
  const value =
    name === 'SavingsRateDetails'
      ? said`${enumerated(lines.map(savingsPhrase))}${before.length > 0 && said`, where the file says ${before}`}`
      : name === 'PensionTypes'
        ? enumerated(lines)
        : first
  return { asked: said`${phrase.asked} ${value}`, does: said`${phrase.does} ${value}` }
}

const plansPhrase = ({ operation, plans }: Receipt): Phrase | null => {
  if (plans.length === 0) return null
  const { asked, does } = submissionNamed(operation).receipt
  return { asked: [asked(plans)], does: [does(plans)] }
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

const askedSentence = (receipt: Receipt): Said => {
  const phrases = [plansPhrase(receipt), ...receipt.sent.map(phraseOf)].filter(
    (phrase) => phrase !== null,
  )
  if (phrases.length === 0) return []
  const all = (key: keyof Phrase) =>
    separated(
      phrases.map((phrase) => phrase[key]),
      '; ',
    )
  const stands = standing(receipt)
  // If a person settled the submission, success is only that person's statement, so this sentence
  // says only what was asked for.
  if (stands === 'through' && settledOf(receipt) === null)
    return said`${whose(receipt, 'The participant')} ${all('does')}.`
  const lead = {
    through: 'Asked',
    not: 'Asked, and not carried out,',
    unsent: 'Never sent',
    open: 'Asked, and not known to be carried out,',
  }[stands]
  return said`${lead} for ${whose(receipt)}: ${all('asked')}.`
}

const agePhrase = ({ from, to }: AgeChange): Said => [
  `retirement age ${to ?? ''}${from === null ? '' : ` instead of ${from}`}`,
]

/** Words such as `pre-tax savings of 10% of pay to ACME401K 401(k) instead of 7% of pay`. */
const ratePhrase = ({ account, label, from, to }: RateChange): Said => {
  const name = label.replace(/^P(?=re-tax|ost-tax)/, 'p')
  const ofPay = ({ percent, dollars }: RateChange['to'], absent: string) =>
    percent === null ? said`${dollars ? said`${dollars} a year` : absent}` : said`${percent} of pay`
  return said`${name} savings of ${ofPay(to, 'an unknown rate')}${account && ` to ${account}`} instead of ${ofPay(from, 'none')}`
}

type Annuity = NonNullable<Receipt['recommended']>['annuities'][number]

const annuityPhrase = ({ type, share, amount }: Annuity): Said => {
  const figures = [share, amount].flatMap((figure) => (figure === null ? [] : [said`${figure}`]))
  return said`an annuity${type && ` (${type})`} of ${separated(figures, ', ')}, which ${annuityNote}`
}

/** A sentence about recommendations that were not sent; empty if there are none. */
const unsentSentence = ({ recommended }: Receipt): Said => {
  if (recommended === null) return []
  const phrases = recommended.lines.flatMap((line) => {
    if (line.became !== 'notSent') return []
    const values =
      line.kind === 'age'
        ? line.values.filter(isOtherAge).map(agePhrase)
        : line.values.filter(isOtherRate).map(ratePhrase)
    return values.map((value) => said`${value}${line.why && ` (${line.why})`}`)
  })
  const found = [...phrases, ...recommended.annuities.map(annuityPhrase)]
  return found.length === 0 ? [] : said`Recommended, and not sent: ${enumerated(found)}.`
}

/** Warnings about what was sent; none if it was certainly not carried out. */
export const sentCautions = (
  receipt: Receipt,
  whose: 'their' | 'your' = 'their',
): readonly Said[] =>
  receipt.recommended !== null && ['through', 'open'].includes(standing(receipt))
    ? cautionWords(receipt.recommended.cautions, whose, true)
    : []

/**
 * The detail that an opt-out's answer adds to its outcome, in the desk's words; empty if it adds
 * none, or if a person settled the submission.
 */
const furtherWord = (receipt: Receipt) => {
  if (receipt.operation !== 'optout' || settledOf(receipt) !== null) return ''
  const found = standingOf(receipt)
  return found === 'alreadyOut' || found === 'notEnrolled'
    ? `: ${standingLabels[found].toLowerCase()}`
    : ''
}

/**
 * The operation and its outcome, such as `Enrollment accepted`, `Opt-out declined: not enrolled` or `Opt-out settled,
 * went through`.
 */
export const plainTitle = (receipt: Receipt): string =>
  `${submissionNamed(receipt.operation).receipt.noun} ${outcomeOf(receipt, inUtc).label.toLowerCase()}${furtherWord(receipt)}`

/**
 * The sentences after {@link plainTitle} and the outcome's meaning: the request, what was not sent, and reference
 * numbers.
 */
export const plainSaid = (receipt: Receipt): readonly Said[] => {
  const many = receipt.plans.length
  const isThrough = receipt.outcome === 'accepted' && settledOf(receipt) === null
  const { transactionId = '', rkTransactionMessage = '' } = receipt.result ?? {}
  return [
    askedSentence(receipt),
    ...(isThrough ? (receipt.recommended?.rules ?? []) : []),
    receipt.doubts.length === 0
      ? []
      : said`Confirmed before sending: ${paragraph(...receipt.doubts)}`,
    ...sentCautions(receipt),
    isThrough ? unsentSentence(receipt) : [],
    said`${isThrough && many > 1 && `The service gives one answer for all ${many} plans and says nothing of each.`}`,
    said`${isThrough && 'The service does not say from which day it counts.'}`,
    said`${rkTransactionMessage !== '' && `The recordkeeper says: “${rkTransactionMessage}”`}`,
    said`${transactionId !== '' && `Transaction number ${transactionId}.`}`,
  ].filter((sentence) => sentence.length > 0)
}

/** The sentences of {@link plainSaid} as text. */
export const plainSentences = (receipt: Receipt): readonly string[] =>
  plainSaid(receipt).map((sentence) => written(sentence, americanWriter))

/** What a CRM asks of a call or a list's row, each in a line. */
const crmRows = [
  ...['Reason', 'Caller', 'Checks passed', 'Checks failed', 'Note', 'Disposition'],
  ...['Wrap-up note', 'From a list'],
]
const toldRows = (receipt: Receipt, moment: MomentWords): readonly string[] =>
  [['Reason', receipt.reason] as const, ...callRows(receipt, moment)]
    .filter(([name, value]) => crmRows.includes(name) && value !== '')
    .map(([name, value]) => `${name}: ${value}`)

/**
 * A receipt as plain text, to paste into a client's file in another system. If masked, it leaves
 * out the participant's id.
 */
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
    ...toldRows(receipt, moment),
    !masked && participantId !== '' && `Participant ${participantId}`,
    [receipt.advisor, moment(receipt.sentAt), environmentWords(receipt)].filter(Boolean).join(', '),
    `Receipt ${receipt.receiptNumber}`,
  ]
    .filter((line) => line !== false)
    .join('\n')
}
