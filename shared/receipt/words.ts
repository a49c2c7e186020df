import { submissionNamed } from '../express/operations.ts'
import { planWords } from '../express/field.ts'
import type { SentField } from '../express/changes.ts'
import type { DeskCall } from '../desk-call.ts'
import type { Receipt, SubmissionOutcome } from '../records/receipt.ts'
import { figureWords } from '../savings/figures.ts'
import { answerLines } from '../savings/lines.ts'
import type { Strategy } from '../express/reading.ts'
import { pickPair } from '../strategy/pick.ts'
import { strategiesInYears, usualReadAs } from '../strategy/read-as.ts'
import { subjectWords } from '../participant/subject.ts'
import { inUtc, settledLabel, settledOf, settledWords } from './settled.ts'
import type { MomentWords, Settleable } from './settled.ts'

export { inUtc, planWords }

/** A receipt in words, the same on screen, on paper and on the clipboard. */

export const operationTitle = (operation: Receipt['operation']): string =>
  submissionNamed(operation).label

interface OutcomeMeaning {
  readonly label: string
  readonly meaning: string
}

/** The program's own words; `Success` only appears as the service's field. */
export const outcomeMeanings: Readonly<Record<SubmissionOutcome, OutcomeMeaning>> = {
  accepted: { label: 'Accepted', meaning: 'The service carried it out.' },
  declined: {
    label: 'Declined',
    meaning:
      'The service understood it and did not carry it out. Nothing has changed for the participant.',
  },
  rejected: {
    label: 'Rejected',
    meaning: 'The service refused the request. Nothing has changed for the participant.',
  },
  notSent: { label: 'Not sent', meaning: 'Nothing reached the service. It is safe to try again.' },
  inDoubt: {
    label: 'In doubt',
    meaning: 'It may or may not have been carried out. Do not send it again before you know.',
  },
}

export const outcomeOf = (receipt: Settleable, moment: MomentWords): OutcomeMeaning => {
  const settled = settledOf(receipt)
  return settled === null
    ? outcomeMeanings[receipt.outcome]
    : { label: settledLabel(settled), meaning: settledWords(settled, moment) }
}

/** The explanation without the sentence of {@link outcomeOf}; a kept one has its moment in UTC. */
export const explanationOf = (receipt: Settleable): string => {
  const { meaning } = outcomeOf(receipt, inUtc)
  return receipt.explanation.startsWith(meaning)
    ? receipt.explanation.slice(meaning.length).trim()
    : receipt.explanation
}

/** Whether it left this computer, or may have: false only if the outcome itself says so. */
export const wasSent = (receipt: Settleable): boolean =>
  receipt.outcome !== 'notSent' || settledOf(receipt) !== null

/** Who sent it: the advisor’s own name as of then, else the user of the computer. */
export const senderOf = ({ advisor, user }: Pick<Receipt, 'advisor' | 'user'>): string =>
  advisor || user

export type Row = readonly [name: string, value: string]

const yesNo = (value: boolean | null): string => (value === null ? '' : value ? 'Yes' : 'No')

export const resultRows = ({ result }: Receipt): readonly Row[] => {
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

export const environmentWords = ({ environment }: Receipt): string =>
  environment.kind === 'training'
    ? 'Training – simulated'
    : `${environment.name} (${environment.kind === 'uat' ? 'UAT – test' : 'production'})`

/** The texts of the passed checks; the code if a text is unknown. */
const checksInWords = ({ checksPassed, checkTexts }: DeskCall) =>
  checksPassed.map((code, index) => checkTexts[index] ?? code).join('; ') || 'none'

/** The kept part of the call, or the place in a list; rows without a value are left out. */
export const callRows = (
  { call, wrapUp, list, reason }: Receipt,
  moment: MomentWords,
): readonly Row[] => {
  const chosen = call?.reasonText || call?.reasonCode || ''
  const rows: Row[] = []
  if (call !== null)
    rows.push(
      // The chosen reason is sent as it is, unless the agent typed other words.
      ['Chosen from the list', chosen === reason ? '' : chosen],
      ['Call began', moment(call.startedAt)],
      ['Checks passed', checksInWords(call)],
      ['Script', call.textsVersion === 0 ? 'standard wording' : `version ${call.textsVersion}`],
      ['Note', call.note],
    )
  if (wrapUp !== null)
    rows.push(
      ['Call ended', moment(wrapUp.endedAt)],
      ['Disposition', wrapUp.dispositionText || wrapUp.disposition],
      ['Wrap-up note', wrapUp.note],
    )
  if (list !== null) {
    const begun = list.attempt > 1 ? `, begun ${list.attempt} times` : ''
    rows.push(['From a list', `row ${list.row}${begun}`])
  }
  return rows.filter(([, value]) => value !== '')
}

/** The value in the participant's file for a sent field; empty if a file has no such field. */
export const fileWords = ({ file }: SentField): string =>
  file === null ? '' : file === '' ? 'Today: not in the file' : `Today, in the file: ${file}`

export const besideWords = ({ beside = '' }: SentField): string =>
  beside === '' ? '' : `Also in the file: ${beside}`

export const lawWordsOf = ({ law = [] }: SentField): string =>
  law.length === 0 ? '' : `The law: ${law.join(' ')}`

/** Every sent field by its name in words; none in older receipts. */
export const sentRows = ({ sent }: Pick<Receipt, 'sent'>): readonly Row[] =>
  sent.map((field) => [
    field.label,
    [...field.lines, fileWords(field), besideWords(field), lawWordsOf(field), field.leftOut]
      .filter((line) => line !== '')
      .join('\n'),
  ])

export interface SavingsRows {
  readonly name: string
  readonly rows: readonly Row[]
}

/**
 * You, employer and total of each returned strategy; a match of the file as its rule and its yield. Savings that Revised
 * has otherwise than Current were not sent: Current is computed with what was.
 */
export const savingsRows = ({
  forecast,
  readAs = usualReadAs,
  matches,
}: Pick<Receipt, 'forecast' | 'readAs' | 'matches'>): readonly SavingsRows[] => {
  const rowsOf = (strategy: Strategy | null) =>
    answerLines(strategy).map((line): Row => [line.label, figureWords(line) || line.absent])
  const returned = strategiesInYears(forecast?.strategies ?? [], readAs)
  const { current, revised } = pickPair(returned)
  const isFurther =
    current !== null &&
    revised !== null &&
    String(rowsOf(current)[0]) !== String(rowsOf(revised)[0])
  const strategies = returned
    .map((strategy) => ({
      name: `Savings, ${strategy.type || 'strategy without a type'}${isFurther && strategy === revised ? ' (suggested, not sent)' : ''}`,
      rows: rowsOf(strategy),
    }))
    .filter(({ rows }) => rows.length > 0)
  if (strategies.length === 0 || matches.length === 0) return strategies
  const rows = matches.map((match): Row => ['Match', match])
  return [...strategies, { name: 'Match, at the rates of the file', rows }]
}

/** States beside savings in dollars that the period is our reading. */
export const savingsNote = ({ readAs = usualReadAs }: Pick<Receipt, 'readAs'>): string =>
  `The specification shows no unit for DollarAmount; it is read as dollars a ${readAs.savingsDollars}, a setting of the environment.`

export const accountRows = ({
  forecast,
}: {
  readonly forecast: Pick<NonNullable<Receipt['forecast']>, 'accountMappings'> | null
}): readonly Row[] =>
  (forecast?.accountMappings ?? []).map(({ accountId, planId, planType }) => [
    accountId,
    planWords({ planId, planType, serviceOption: '' }),
  ])

/** Our own facts about the submission, row by row; rows without a value are left out. */
export const receiptRows = (receipt: Receipt, moment: MomentWords): readonly Row[] => {
  const rows: Row[] = [
    ['Receipt number', receipt.receiptNumber],
    ['Participant', subjectWords(receipt.subject)],
    ['Plans', receipt.plans.map(planWords).join('; ')],
    ['Reason', receipt.reason],
    ['Sent again because', receipt.overrideReason],
    ...callRows(receipt, moment),
    ['Environment', environmentWords(receipt)],
    [wasSent(receipt) ? 'Sent' : 'Tried', moment(receipt.sentAt)],
    ['Answered', receipt.answeredAt === null ? 'no answer came' : moment(receipt.answeredAt)],
    [wasSent(receipt) ? 'Sent by' : 'Tried by', senderOf(receipt)],
    ['Computer user', receipt.advisor === '' ? '' : receipt.user],
    ['HTTP status', receipt.status === null ? '' : String(receipt.status)],
    ['Submission', receipt.submissionId],
    ['Body SHA-256', receipt.bodySha256],
  ]
  return rows.filter(([, value]) => value !== '')
}
